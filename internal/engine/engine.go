// Package engine follows informers, factories and what is derived from them
// through a package and, by facts, through the packages below it, and finds
// what is wrong with the order of what is done to them.
//
// It joins what the packages below it do, each without knowing of the next:
//
//  1. program: each function's SSA form becomes a protocol program: what the
//     function does to informers and to what may hold them, nothing else. The
//     language of these programs is ir; callers is for packages that have none.
//  2. compose: from a root function the programs of everything it calls are
//     composed into one graph: events with their order, threads beside it.
//     interp finds for it what each register and place may hold.
//  3. life: the events of the graph, by the factory or informer that they are
//     about. unroll tells the rounds of loops apart for it.
//  4. judge: automata run over the graph and find verdicts.
//  5. story: the same graph, projected to what can be run on the reference
//     runtime. It knows nothing of verdicts, and judge nothing of stories.
//
// What cannot be followed escapes, and what escapes can only silence.
//
// What a new kind of event needs, from below:
//
//   - an operation in internal/clientgo's table, and in program.primitive what
//     its instruction keeps of the call (and in ir's Instr.Private, if it is no
//     part of a fact);
//   - if it gives a value: a kind in interp/value.go, and a case in
//     interp/primitive.go;
//   - an event kind with its name and its row in kindOf (compose/event.go), and
//     a case in Life.add (package life);
//   - a rule in judge's slice of rules, with a file of its own;
//   - an act in package story and a case in projection.act, so that it can be
//     run.
package engine

import (
	"fmt"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/account"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/engine/life"
	"github.com/informerlint/informerlint/internal/engine/program"
	"github.com/informerlint/informerlint/internal/engine/story"
)

// Analyzer is what the checks require. Its result is nil for a package that
// cannot reach an informer. It has no facts, so that no driver runs it on a
// dependency.
var Analyzer = &analysis.Analyzer{
	Name:       "informerorder",
	Doc:        "find what is wrong with the order of what is done to informers (a helper of the informerlint checks)",
	Run:        run,
	Requires:   []*analysis.Analyzer{program.Analyzer},
	ResultType: reflect.TypeFor[*Package](),
}

func run(pass *analysis.Pass) (any, error) {
	set := pass.ResultOf[program.Analyzer].(*program.Set)
	if set == nil {
		return (*Package)(nil), nil
	}
	return &Package{set: set, born: make(map[string]bool), made: make(map[string]int), waits: make(map[string][]*ir.Fn), left: make(map[string][]story.Story)}, nil
}

// A Package is what the engine finds in one package.
type Package struct {
	set *program.Set

	once     sync.Once
	verdicts []Verdict
	notes    []judge.Note
	large    []*ir.Fn            // roots whose programs are too large to follow
	coarse   []*ir.Fn            // roots whose programs are so large that they are followed in part
	born     map[string]bool     // Starts whose factory's birth is known
	made     map[string]int      // births: how much of the life was visible
	waits    map[string][]*ir.Fn // roots whose programs have a wait, by its name

	mu      sync.Mutex               // of what follows
	dropped map[string]bool          // verdicts that nothing reproduces
	told    []story.Story            // all stories, once a fix is tried
	left    map[string][]story.Story // of a wait, by its name
	telling bool                     // the judge tells them as it goes
}

// A Verdict is one defect, with what has to go wrong when it is run.
type Verdict struct {
	judge.Verdict
	Others  []Verdict     // more of the same rule with the same anchor
	Stories []story.Story // what the program does to the informers that it is about
	LeftBy  string        // the name of the wait that leaves the informer out, if that is the defect
}

// Any reports whether the verdict, or one of the others, has a trait.
func (v *Verdict) Any(t judge.Trait) bool {
	return v.Is(t) || slices.ContainsFunc(v.Others, func(o Verdict) bool { return o.Any(t) })
}

// Pass returns the pass that the package was followed in: the one that has the
// facts of the packages below.
func (p *Package) Pass() *analysis.Pass { return p.set.Pass() }

// Verdicts returns the defects that the judge finds, sorted by position. The
// judge runs when it is first asked.
func (p *Package) Verdicts() []Verdict {
	p.once.Do(p.judge)
	return p.verdicts
}

// judge composes and judges every root function of the package.
func (p *Package) judge() {
	seen := make(map[string]bool)
	by := compose.New(p.set)
	for _, fn := range by.Roots() {
		g, err := by.Compose(fn)
		if err != nil {
			p.note(judge.Note{Pos: fn.Pos, Text: err.Error()})
			p.large = append(p.large, fn)
			continue
		}
		if g.Coarse() {
			p.coarse = append(p.coarse, fn)
		}
		lives := life.Of(g)
		for _, name := range story.WaitNames(lives) {
			p.waits[name] = append(p.waits[name], fn)
		}
		p.survey(lives)
		verdicts, notes := judge.Judge(lives)
		for _, n := range notes {
			p.note(n)
		}
		dump(lives)
		if p.telling {
			p.told = append(p.told, all(life.Of(g))...)
		}
		for _, v := range verdicts {
			if !seen[v.ID] {
				seen[v.ID] = true
				if p.elsewhere(by, &v) {
					continue
				}
				p.verdicts = append(p.verdicts, withStories(lives, v))
			}
		}
	}
	sort.SliceStable(p.verdicts, func(a, b int) bool { return p.verdicts[a].Anchor.Pos < p.verdicts[b].Anchor.Pos })
	p.merge()
}

// elsewhere reports whether a verdict is one of another package, where it needs
// nothing from here: there it is reported, once for all who import that.
func (p *Package) elsewhere(by *compose.Composer, v *judge.Verdict) bool {
	for _, key := range v.Abroad {
		fn := p.set.Lookup(key)
		if fn == nil {
			continue
		}
		if g, err := by.Compose(fn); err == nil && judge.Finds(life.Of(g), v) {
			p.note(judge.Note{Pos: v.Anchor.Pos, Text: v.Rule + " is reported in the package of " + key + ", which leads to all of it"})
			return true
		}
	}
	return false
}

// withStories joins a verdict with the stories of what it is about: of one
// moment, of each resource, or of the factory's wait if nothing is registered
// by this program.
func withStories(g *life.Graph, v judge.Verdict) Verdict {
	out := Verdict{Verdict: v}
	if v.Pick != "" {
		g = g.AsPicked(v.Obj, v.Pick)
	} else {
		g = g.As(v.Obj)
	}
	l, keys := g.Lives[v.Obj], v.Keys
	if v.Moment != nil {
		switch {
		case v.Rule == judge.HandlerBeforeWait:
			out.Stories = story.ByHandler(g, l, keys[0], v.Moment)
		case v.Rule == judge.NeverAwaited && !v.Is(judge.NoWait):
			out.Stories = story.LeftAt(g, l, keys[0], v.Moment)
			out.LeftBy = story.WaitName(v.Moment.Frame.Fn, v.Moment.Ins)
		default:
			out.Stories = []story.Story{story.At(g, l, keys[0], v.Moment, v.Anchor.Pos)}
		}
		out.Moment = nil // the graph ends here
		return out
	}
	waits := v.Rule == judge.StartRacesWait
	if waits && len(keys) == 0 {
		keys = []string{""}
	}
	for _, key := range keys {
		out.Stories = append(out.Stories, story.Of(g, l, key, waits, v.Anchor.Pos))
	}
	return out
}

// merge gives one defect one report: goroutinestart owns an anchor before
// startorder does.
func (p *Package) merge() {
	owner := make(map[token.Pos]string)
	for _, v := range p.verdicts {
		if v.Rule == judge.StartRacesWait {
			owner[v.Anchor.Pos] = v.Rule
		}
	}
	first := make(map[string]int)
	var out []Verdict
	for _, v := range p.verdicts {
		if o := owner[v.Anchor.Pos]; o != "" && o != v.Rule {
			continue
		}
		if slices.ContainsFunc(p.verdicts, func(o Verdict) bool { return within(v, o) || alone(v, o) }) {
			continue
		}
		id := v.Together
		if id == "" {
			id = fmt.Sprint(v.Rule, v.Anchor.Pos)
		}
		if i, dup := first[id]; dup {
			// Several informers that the same line forgets: one report.
			out[i].Others = append(out[i].Others, v)
			continue
		}
		first[id] = len(out)
		out = append(out, v)
	}
	p.verdicts = out
}

// within reports whether a defect is that of another verdict, seen from a function
// that calls the one which the other is about: a constructor starts the factory and
// returns what registers, and so does whoever calls it.
func within(v, o Verdict) bool {
	if v.Leads == "" || o.Rule != v.Rule || o.Anchor.Where != v.Leads || o.Is(judge.Enclosed) ||
		v.Anchor.Where == v.Leads && !v.Is(judge.Enclosed) || o.At(judge.Birth).Where != v.At(judge.Birth).Where {
		return false
	}
	regs := o.Regs()
	return !slices.ContainsFunc(v.Regs(), func(r compose.Site) bool {
		return !slices.ContainsFunc(regs, func(s compose.Site) bool { return s.Where == r.Where })
	})
}

// alone reports whether a defect is that of another verdict, whose program starts nothing
// else: what is started elsewhere in a program that leads to both, by another command for
// instance, is not what was started in its place.
func alone(v, o Verdict) bool {
	if v.Rule != judge.NeverStarted || o.Rule != v.Rule || v.Together == "" || o.Together != "" {
		return false
	}
	birth := v.At(judge.Birth)
	return o.At(judge.Birth).Pos == birth.Pos && o.At(judge.Birth).Where == birth.Where && !o.At(judge.Sibling).Pos.IsValid()
}

func (p *Package) note(n judge.Note) {
	if !slices.Contains(p.notes, n) {
		p.notes = append(p.notes, n)
	}
}

// Why says what the package's programs do on a line, and why the judge is silent
// about it.
func (p *Package) Why(file string, line int) []string {
	if p == nil {
		return nil
	}
	return append(p.Noted(file, line), account.Of(p.set, file, line)...)
}

// Noted returns what the judge noted about a line, as text.
func (p *Package) Noted(file string, line int) []string {
	p.Verdicts()
	at := func(at token.Pos) bool {
		pos := p.Pass().Fset.Position(at)
		return pos.Line == line && (pos.Filename == file || strings.HasSuffix(pos.Filename, "/"+filepath.Base(file)))
	}
	var out []string
	for _, n := range p.notes {
		if at(n.Pos) && !slices.Contains(out, n.Text) {
			out = append(out, n.Text)
		}
	}
	return append(out, p.within(at)...)
}

// Drop counts a verdict that is not reported, because no run of what was
// extracted shows it.
//
// Two checks ask one package for its verdicts, and drivers run them at the same
// time.
func (p *Package) Drop(v *Verdict) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.dropped == nil {
		p.dropped = make(map[string]bool)
	}
	p.dropped[v.ID] = true
}

// Told returns all stories of the package: those of what its programs do, and
// those of all waits and reads. They are told once.
func (p *Package) Told() []story.Story {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.told == nil {
		p.told = p.tell("", all)
	}
	return p.told
}

func all(g *life.Graph) []story.Story {
	return slices.Concat(story.All(g), story.Waits(g), story.Handlers(g), story.Heard(g))
}

// Edited returns a package with a fix in it, of which both verdicts and stories are
// wanted: its programs are composed once for both.
func (p *Package) Edited() *Package {
	p.telling, p.told = true, []story.Story{}
	p.Verdicts()
	return p
}

// WaitAt names the call of cache.WaitForCacheSync at a position; "" if none is
// followed there.
func (p *Package) WaitAt(pos token.Pos) string {
	for _, fn := range p.set.Fns() {
		for ins := range fn.Instrs() {
			if ins.Op == ir.OpProto && ins.Proto == clientgo.OpWaitFor && ins.Pos == pos {
				return story.WaitName(fn, ins)
			}
		}
	}
	return ""
}

// Left returns the stories of what a wait leaves out, in all programs of the
// package that it is part of; if it is part of none, in that of its function. They
// are told once.
func (p *Package) Left(wait string) []story.Story {
	p.Verdicts() // of all programs, it is known then which have the wait
	p.mu.Lock()
	defer p.mu.Unlock()
	if out, ok := p.left[wait]; ok {
		return out
	}
	var out []story.Story
	by := compose.New(p.set)
	tell := func(fn *ir.Fn) {
		if g, err := by.Compose(fn); err == nil {
			out = append(out, story.Left(life.Of(g), wait)...)
		}
	}
	for _, fn := range p.waits[wait] {
		tell(fn)
	}
	if key, _, _ := strings.Cut(wait, "#"); len(out) == 0 {
		if fn := p.set.Lookup(ir.Outer(key)); fn != nil {
			tell(fn)
		}
	}
	p.left[wait] = out
	return out
}

// Stories returns the stories of everything that the package's programs do, or
// of one root function if root is not empty, whether there is a verdict or
// not. It composes the programs again.
func (p *Package) Stories(root string) []story.Story { return p.tell(root, story.All) }

func (p *Package) tell(root string, of func(*life.Graph) []story.Story) []story.Story {
	var out []story.Story
	by := compose.New(p.set)
	for _, fn := range by.Roots() {
		if root != "" && fn.Key != root {
			continue
		}
		if g, err := by.Compose(fn); err == nil {
			out = append(out, of(life.Of(g))...)
		}
	}
	return out
}
