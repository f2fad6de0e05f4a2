package answers

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// A Reason is what may make up for a read that comes too early. Only "informerlint why"
// asks for it: to be silent it is enough that there is one.
type Reason struct {
	At    token.Pos     // invalid if the way there is too long, or none was followed
	Tells *ssa.Function // whoever calls or is given it sees from what it returns that there was nothing
	Again bool          // the read itself is repeated
}

// Because is what MakesUp has found for a read: of several things, one that it has come to
// first. Asked of a Package that has answered nothing yet it names the instruction itself,
// and not a call that leads to it.
func (p *Package) Because(read ssa.CallInstruction) (Answer, Reason) {
	return p.MakesUp(read), p.reason
}

// because keeps the first reason: the one that is deepest in what is called.
func (p *Package) because(r Reason) {
	if !p.reason.At.IsValid() {
		p.reason = r
	}
}

// mark notes the instruction at which a way has come to something that makes up for the
// read.
func (w *way) mark(instr ssa.Instruction) {
	if w.out.madeUp {
		w.p.because(Reason{At: instr.Pos()})
	}
}

// PutsOffAt is where the package has work done later; invalid if it does not.
func (p *Package) PutsOffAt() token.Pos {
	p.PutsOff()
	return p.offAt
}
