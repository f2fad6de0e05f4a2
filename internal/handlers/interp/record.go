package interp

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/handlers/frame"
	"github.com/informerlint/informerlint/internal/handlers/past"
	"github.com/informerlint/informerlint/internal/handlers/value"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A recorder makes an interpretation keep its ways apart by what was done on
// them, and remember which undecided conditions led there.
type recorder struct {
	conds   map[condKey]int
	list    []Cond
	frames  frame.IDs
	records []record
	index   map[recordKey]int
	deaths  map[string]death
	order   []string // of deaths
	oddDies bool     // an object of no expected type ends the process
}

// A condKey identifies a condition in all runs of a program: the branch, and
// the calls that led to it. The type of an object is one condition wherever it
// is asked.
type condKey struct {
	at    ssa.Instruction
	frame int
	typ   string
}

func newRecorder() *recorder {
	return &recorder{conds: make(map[condKey]int), index: make(map[recordKey]int), deaths: make(map[string]death)}
}

// next forgets the ways of a run, and keeps what identifies conditions.
func (r *recorder) next() {
	r.records, r.order, r.oddDies = nil, nil, false
	clear(r.index)
	clear(r.deaths)
}

func (r *recorder) cond(k condKey, c Cond) int {
	id, ok := r.conds[k]
	if !ok {
		id = len(r.list)
		r.conds[k] = id
		r.list = append(r.list, c)
	}
	if known := &r.list[id]; known.Of != c.Of || known.Not != c.Not {
		known.Of = "" // not the same on each way to it
	}
	return id
}

// A record is something that happens on a way.
type record struct {
	kind   EventKind
	frame  *Frame
	instr  ssa.Instruction
	pos    token.Pos
	part   string
	equal  bool
	miss   MissKind
	effect *Effect
}

type recordKey struct {
	kind  EventKind
	frame int
	pos   token.Pos
	text  string
}

// A death is a way that ends without a return.
type death struct {
	how     Ending
	at      ssa.Instruction
	fr      *Frame
	past    past.Past
	guessed bool
}

// note adds a record to the past of a state. It reports whether the run keeps
// records: then the input decides comparisons of old and new.
func (t *Trail) note(s *state, r record) bool {
	if t.rec == nil {
		return false
	}
	k := recordKey{kind: r.kind, frame: t.rec.frames.Of(r.frame), pos: r.pos, text: r.part}
	if e := r.effect; e != nil {
		k.text = e.Key + string([]byte{' ', '0' + e.From, '0' + e.Whole, '0' + e.UID}) + e.Entry.By + e.says
	}
	id, ok := t.rec.index[k]
	if !ok {
		id = len(t.rec.records)
		t.rec.index[k] = id
		t.rec.records = append(t.rec.records, r)
	}
	s.past.Record(id)
	return true
}

func (t *Trail) miss(s *state, m Miss) {
	if s.flags&guessed != 0 && (m.Kind == MissPanic || m.Kind == MissDeref || m.Kind == MissThrow) {
		return // the branch before it may have told the tombstone apart
	}
	t.Misses = append(t.Misses, m)
	kind := Failed
	if m.Kind == MissSeen {
		kind = Recognised
	}
	t.note(s, record{kind: kind, frame: m.Frame, instr: m.Instr, pos: m.Frame.Pos(m.Instr), miss: m.Kind})
}

// asked notes that a function of which nothing is known gets a tombstone.
func (t *Trail) asked(fr *Frame, instr ssa.Instruction, args []value.Value, s *state) {
	if slices.ContainsFunc(args, func(a value.Value) bool { return a.Kind == value.Tomb }) {
		t.note(s, record{kind: Asked, frame: fr, instr: instr, pos: instr.Pos()})
	}
}

// died keeps a way that ends at an instruction.
func (t *Trail) died(fr *Frame, s *state, at ssa.Instruction, how Ending) {
	if t.rec == nil {
		return
	}
	if s.flags&Odd != 0 {
		t.rec.oddDies = true
		return
	}
	guess := s.flags&guessed != 0
	key := fmt.Sprintf("%d %t %d %d %s", how, guess, t.rec.frames.Of(fr), ssautil.Pos(at), t.in.grain.Append(nil, s.past))
	if d, dup := t.rec.deaths[key]; dup {
		d.past, _ = d.past.Merge(s.past)
		t.rec.deaths[key] = d
		return
	}
	t.rec.deaths[key] = death{how, at, fr, s.past, guess}
	t.rec.order = append(t.rec.order, key)
}

// decide notes an undecided condition in both successors.
func (t *Trail) decide(fr *Frame, last *ssa.If, cond value.Value, yes, no *state) {
	if t.rec == nil {
		return
	}
	comment := last.Block().Comment
	c := Cond{Pos: ssautil.Pos(last), Loop: strings.HasPrefix(comment, "range") || comment == "for.loop", At: last, In: fr}
	c.Kept, c.Not = effect.Kept(last.Cond)
	c.Inverted, c.Setting = ssautil.Inverted(last), t.setting(fr, last)
	flip := false
	switch {
	case cond.Kind == value.Compare && cond.Part == clientgo.PartUID:
		c.About = AboutUID
	case cond.Kind == value.Compare && cond.From == Both:
		c.About, flip, c.Inverted = AboutEqual, cond.Neg, false
	case cond.Part == clientgo.PartName:
		c.About = AboutName
	case cond.From == New:
		c.About = AboutNew
	case cond.From == Old:
		c.About = AboutOld
	case cond.From == Both:
		c.About = AboutBoth
	}
	if cond.Of != "" && t.in.ids.Fields && (c.About == AboutOld || c.About == AboutNew || c.About == AboutEqual) {
		c.Of, c.Not = cond.Of, cond.Neg
	}
	id := t.rec.cond(condKey{at: last, frame: t.rec.frames.Of(fr)}, c)
	yes.past.Decide(id, !flip)
	no.past.Decide(id, flip)
}

// typed notes that an object is, or is not, of a type.
func (t *Trail) typed(fr *Frame, i *ssa.TypeAssert, is, other *state) {
	if t.rec == nil {
		return
	}
	id := t.rec.cond(condKey{typ: i.AssertedType.String()}, Cond{Pos: ssautil.Pos(i), About: AboutType})
	is.past.Decide(id, true)
	other.past.Decide(id, false)
}
