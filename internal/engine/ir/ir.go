// Package ir is the language of protocol programs: what a function does to
// informers and to what may hold them, nothing else.
//
// A program (Fn) is a small register program. Its instructions are allocations,
// fields, elements, loads and stores, closures, calls, and the primitives of
// the informer protocol, which internal/clientgo knows. A value whose type
// cannot hold an informer has no register. What turns from followed into not
// followed is an escape, and an escape can only silence.
//
// Programs are printed (Fn.Write) and encoded, for facts (Encoder, DecodeFn).
// Package program makes them, package interp follows them from a root, and
// package compose lays out what it has seen.
package ir

import (
	"fmt"
	"go/token"
	"iter"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// A Reg is a register of a Fn: parameters first, then free variables, then
// what instructions define.
type Reg int

// NoReg is the register of a value that is not tracked.
const NoReg Reg = -1

// An Opcode says what an instruction does.
type Opcode uint8

const (
	OpAlloc    Opcode = iota // dst = new object of type Name
	OpGlobal                 // dst = address of the package-level variable Name
	OpField                  // dst = address of A's field Name (or the field of a structure value)
	OpElem                   // dst = address of the one element that stands for all of A
	OpLoad                   // dst = *A
	OpStore                  // *A = B
	OpCopy                   // *A = *B for structures; Name "[*]": the elements of B become elements of A
	OpMove                   // dst = any of Args
	OpFunc                   // dst = the function Name
	OpClosure                // dst = the function Name with Args bound to its free variables
	OpBound                  // dst = the method Name bound to A; Proto says what it does, if it is a primitive
	OpCall                   // call; see Callee
	OpProto                  // a primitive of the informer protocol on A
	OpRun                    // a known function runs A.Name (a path) in Mode
	OpEscape                 // Args leave for where they cannot be followed
	OpAwait                  // may wait for another goroutine
	OpSignal                 // may let another goroutine go on
	OpFill                   // the store A of an informer is filled by hand
	OpReturn                 // return Args
	OpRunDefer               // the deferred calls run here
	OpMark                   // Mode says what is done to the state Name that a handler fills; see program.Mark. Not in facts
)

// A CallMode says how a call is made.
type CallMode uint8

const (
	CallPlain CallMode = iota
	CallGo
	CallDefer
)

// A CalleeKind says which function a call calls.
type CalleeKind uint8

const (
	CalleeStatic CalleeKind = iota // Name is the key of the function; a method's receiver is Args[0]
	CalleeInvoke                   // the method Name of the object A, by dynamic type
	CalleeValue                    // the function value A
)

// AddFunc, as the Key of an OpRun, says that it is the Add function of the
// handler that the primitive of the same line registers.
const AddFunc = "AddFunc"

// DroppedError, as the Callee of a primitive, says that it returns an error
// that nothing looks at.
const DroppedError CalleeKind = 3

// Again, as the Callee of OpRun, says that the goroutine runs the function again
// and again: go wait.Until(f, period, stop).
const Again CalleeKind = 4

// MadeUp, as the Callee of a read, says that something may make up for it if it comes
// too early and finds nothing; MadeUpAbroad, that only whoever calls its function from
// another package may; PutOff, that the package has some work done again later, which may
// be this; Resyncs, as that of a constructor, that handlers may be told of
// everything again from time to time. (Primitives have no other use for the field.)
const (
	MadeUp       CalleeKind = 5
	Resyncs      CalleeKind = 6
	PutOff       CalleeKind = 7
	MadeUpAbroad CalleeKind = 8
)

// Lasts, as the Callee of Run, says that it returns only when the wait after it is to be
// over as well: see package lasts.
const Lasts CalleeKind = 9

// Sure, as the Key of OpRun, says that the function runs at least once. Only
// programs about controller-runtime's caches ask for it.
const Sure = "sure"

// Seldom, as the Key of OpRun, is Sure for a function that runs again only after a
// long time.
const Seldom = "seldom"

// Unlike, as the Key of a call of an interface's method, says that client-go's method of
// this name has another signature, or that the interface has methods which its types lack.
const Unlike = "unlike"

// OtherClient is the type of what stands for a client that reads from the API server.
const OtherClient = "another client"

// An Instr is one instruction of a protocol program.
type Instr struct {
	Op      Opcode
	Mode    uint8      // CallMode for OpCall and OpProto, clientgo.Mode for OpRun
	Callee  CalleeKind // of OpCall; of OpProto see DroppedError and MadeUp, of OpRun Again
	Proto   clientgo.Op
	Dst     Reg
	A, B    Reg
	Args    []Reg
	Results []Reg  // of calls
	Name    string // field, function, type or method
	Key     string // resource, for protocol operations; of others see Sure and Unlike
	Line    int
	Pos     token.Pos // not in facts
	// Tentative: of what a call does to a cache of controller-runtime, it is not
	// certain that it is done, or that it is wrong if it fails; of a call that
	// registers a handler, that it surely has no Add function, or one that does
	// nothing; of a read, that the API may be asked after it for what it has not found,
	// or that it is only logged; of HasSynced, that its answer is only logged; of a
	// return, that the function has been told to stop.
	Tentative bool
	// Deaf: of a call that registers a handler, or makes an informer with one, that the
	// handler surely does nothing when it is told of an object again that has not changed.
	Deaf bool
}

// Looks: the instruction only reads a lister or store. It changes nothing that
// the protocol is about.
func (ins *Instr) Looks() bool {
	return ins.Op == OpProto && (ins.Proto == clientgo.OpRead || ins.Proto == clientgo.OpNarrow)
}

// Mentions are the functions and types that an instruction leads to.
func (ins *Instr) Mentions() []string {
	switch ins.Op {
	case OpFunc, OpClosure:
		return []string{ins.Name}
	case OpCall:
		if ins.Callee == CalleeStatic {
			return []string{ins.Name}
		}
	case OpBound:
		if ins.Key != "" {
			return []string{ins.Key}
		}
	case OpAlloc:
		if ins.Name != "" {
			return []string{ins.Name}
		}
	}
	return nil
}

// A Block is a basic block.
type Block struct {
	Instrs []Instr
	Succs  []int
	// NilOf is tested against nil by the block's end; NilSucc is the
	// successor taken when it is nil. Without a register it is an error that
	// is tested.
	NilOf   Reg
	NilSucc int
	// FailSucc is the successor taken when a wait has been stopped, or a call of
	// the protocol has returned an error; -1 if the block's end does not test that.
	FailSucc int
	Loop     bool // the block can reach itself
	Cond     Cond // what its end asks. Not in facts
}

// A Cond is what a branch asks, if it has one answer wherever it is asked: see package
// condition.
type Cond struct {
	Text string // "" if that is not known
	// Of is the key of the function, this one or one that it is a literal of, in one
	// call of which the answer stays the same; "" if it does in the whole program.
	Of      string
	Yes, No int // the successors

	// Of a question about the fields of one structure: the number of the parameter of
	// Of that leads there, from 1, and the question about what that leads to.
	Object int
	Path   string
	// Filled is the same question where the structure is made, of each place.
	Filled []Filled
}

// A Filled is a question about what a new structure is filled with, in the function
// that makes it at a place.
type Filled struct {
	Text, In string
	At       token.Pos
}

// A Fn is the protocol program of one function: what it does to informers and
// to what may hold them, and nothing else.
type Fn struct {
	Key      string // clientgo.FuncKey, with "$n" for closures
	File     string // base name, for positions in other packages
	Params   int
	Free     int
	Regs     int
	Blocks   []Block
	Exported bool

	Pos          token.Pos
	Local        bool     // of the package under analysis: positions are real
	Test         bool     // in a _test.go file
	Unused       bool     // nobody calls it but tests; see ssautil.Unused
	ParamType    []string // dynamic type of each parameter, where it is a concrete named type
	ParamTracked []bool
	Tracked      bool // of some parameter or free variable, see ParamTracked
}

// Instrs are all instructions of the program, block by block.
func (fn *Fn) Instrs() iter.Seq[*Instr] {
	return func(yield func(*Instr) bool) {
		for b := range fn.Blocks {
			for k := range fn.Blocks[b].Instrs {
				if !yield(&fn.Blocks[b].Instrs[k]) {
					return
				}
			}
		}
	}
}

// A Toucher is a function that reads or writes unexported fields of a type.
type Toucher struct {
	Fn    string
	Param int // the parameter that is the object; -1 if it comes from elsewhere
}

// A TypeInfo says who can do something with an object of a type once it has
// left: its exported methods and the functions that touch its hidden fields.
type TypeInfo struct {
	Name     string
	Methods  []string
	Touchers []Toucher
	Own      []string // hidden fields that hold maps and slices of their own: nobody else has them
}

// InLoop reports whether an instruction lies in a loop of its function.
func (fn *Fn) InLoop(ins *Instr) bool {
	for i := range fn.Blocks {
		b := &fn.Blocks[i]
		if !b.Loop || len(b.Instrs) == 0 {
			continue
		}
		for k := range b.Instrs {
			if &b.Instrs[k] == ins {
				return true
			}
		}
	}
	return false
}

// Settings counts the settings of a function whose error is dropped.
func (fn *Fn) Settings() int {
	count := 0
	for ins := range fn.Instrs() {
		if ins := ins; ins.Op == OpProto && ins.Proto == clientgo.OpConfigure && ins.Callee == DroppedError {
			count++
		}
	}
	return count
}

// ServesTests: the function is in a test file, or in one that is there for
// tests by its name or its package's: mocks, fakes, helpers. What they make is
// often only to be handed on.
func (fn *Fn) ServesTests() bool {
	if fn.Test || strings.HasPrefix(fn.File, "mock") || strings.HasPrefix(fn.File, "fake") || strings.HasPrefix(fn.File, "test") {
		return true
	}
	pkg := Outer(fn.Key)
	for _, part := range strings.FieldsFunc(pkg, func(r rune) bool { return r == '/' || r == '.' }) {
		switch part {
		case "test", "tests", "testing", "testutil", "testutils", "testhelper", "testhelpers", "e2e", "mock", "mocks", "fake", "fakes":
			return true
		}
	}
	return false
}

// Where names the line of an instruction: "file.go:12", or "path/file.go:12" in
// another package.
func (fn *Fn) Where(ins *Instr) string {
	if fn.Local {
		return fmt.Sprintf("%s:%d", fn.File, ins.Line)
	}
	path := Outer(fn.Key)
	if i := strings.LastIndex(path, "/"); i >= 0 {
		if k := strings.IndexByte(path[i:], '.'); k >= 0 {
			path = path[:i+k]
		}
	} else if k := strings.IndexByte(path, '.'); k >= 0 {
		path = path[:k]
	}
	return fmt.Sprintf("%s/%s:%d", path, fn.File, ins.Line)
}

// Before: b can only run after a.
func (fn *Fn) Before(a, b *Instr) bool {
	ba, ia := fn.find(a)
	bb, ib := fn.find(b)
	if ba < 0 || bb < 0 {
		return false
	}
	if ba == bb {
		return ia < ib && !fn.Blocks[ba].Loop
	}
	return fn.leads(ba, bb) && !fn.leads(bb, ba)
}

func (fn *Fn) find(ins *Instr) (block, index int) {
	for b := range fn.Blocks {
		for k := range fn.Blocks[b].Instrs {
			if &fn.Blocks[b].Instrs[k] == ins {
				return b, k
			}
		}
	}
	return -1, -1
}

// Sure: every call of the function comes to an instruction, but for those in which
// something fails before it.
func (fn *Fn) Sure(ins *Instr) bool {
	at, _ := fn.find(ins)
	seen := make([]bool, len(fn.Blocks))
	for work := []int{0}; len(work) > 0; {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if n == at || seen[n] {
			continue
		}
		seen[n] = true
		b := &fn.Blocks[n]
		if slices.ContainsFunc(b.Instrs, func(ins Instr) bool { return ins.Op == OpReturn }) {
			return false
		}
		for _, s := range b.Succs {
			failed := s == b.FailSucc || b.NilOf == NoReg && b.NilSucc >= 0 && s != b.NilSucc
			if !failed {
				work = append(work, s)
			}
		}
	}
	return at >= 0
}

// Lasting: once it has come to an instruction, the function returns only when it is told
// to stop.
func (fn *Fn) Lasting(ins *Instr) bool {
	at, index := fn.find(ins)
	if at < 0 {
		return false
	}
	early := func(ins Instr) bool { return ins.Op == OpReturn && !ins.Tentative }
	if slices.ContainsFunc(fn.Blocks[at].Instrs[index:], early) {
		return false
	}
	for b := range fn.Blocks {
		if fn.leads(at, b) && slices.ContainsFunc(fn.Blocks[b].Instrs, early) {
			return false
		}
	}
	return true
}

// leads: block b can be reached from block a.
func (fn *Fn) leads(a, b int) bool {
	seen := make([]bool, len(fn.Blocks))
	for work := slices.Clone(fn.Blocks[a].Succs); len(work) > 0; {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if n == b {
			return true
		}
		if !seen[n] {
			seen[n] = true
			work = append(work, fn.Blocks[n].Succs...)
		}
	}
	return false
}

// Plain: the call is made where it stands, neither deferred nor in a goroutine.
func Plain(ins *Instr) bool { return CallMode(ins.Mode) == CallPlain }

// Inline: a known function runs its argument before it returns.
func Inline(ins *Instr) bool {
	switch clientgo.Mode(ins.Mode) {
	case clientgo.Now, clientgo.Once, clientgo.Single:
		return true
	}
	return false
}

// MarkLoops finds the blocks that can reach themselves.
func (fn *Fn) MarkLoops() {
	for i := range fn.Blocks {
		fn.Blocks[i].Loop = fn.leads(i, i)
	}
}

// AnyTracked reports whether one of the registers is of a value that is tracked.
func AnyTracked(regs []Reg) bool {
	return slices.ContainsFunc(regs, func(r Reg) bool { return r != NoReg })
}

// Outer cuts the closure suffixes off a function key.
func Outer(key string) string {
	if i := strings.IndexByte(key, '$'); i >= 0 {
		return key[:i]
	}
	return key
}
