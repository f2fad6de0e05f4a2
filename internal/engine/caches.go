package engine

import (
	"cmp"
	"fmt"
	"go/token"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/engine/life"
	"github.com/informerlint/informerlint/internal/engine/program"
	"github.com/informerlint/informerlint/internal/engine/story"
)

// CacheAnalyzer is what the check of controller-runtime's caches requires. Its
// result is nil for a package that does not import controller-runtime. It has no
// facts, so that no driver runs it on a dependency.
var CacheAnalyzer = &analysis.Analyzer{
	Name:       "cacheorder",
	Doc:        "find what is wrong with the order of what is done to controller-runtime's caches (a helper of the informerlint checks)",
	Run:        runCaches,
	Requires:   []*analysis.Analyzer{program.CacheAnalyzer},
	ResultType: reflect.TypeFor[*Caches](),
}

func runCaches(pass *analysis.Pass) (any, error) {
	set := pass.ResultOf[program.CacheAnalyzer].(*program.Set)
	if set == nil {
		return (*Caches)(nil), nil
	}
	p := &Caches{set: set}
	p.judge()
	return p, nil
}

// Caches is what the engine finds of controller-runtime's caches in one package.
type Caches struct {
	Verdicts []CacheVerdict
	// Awaited are reads that come after a wait, whatever has been registered:
	// what a fix is tried on.
	Awaited []CacheVerdict
	Survey  CacheSurvey

	set   *program.Set
	mu    sync.Mutex
	notes []judge.Note
}

// A CacheVerdict is a cache that is read in vain, with what has to go wrong when
// it is run.
type CacheVerdict struct {
	judge.CacheVerdict
	Story story.Story
}

// Pass returns the pass that found the caches: the one whose facts count.
func (p *Caches) Pass() *analysis.Pass { return p.set.Pass() }

// judge composes and judges every function that makes a cache, or gets a new one
// from a callee. What is wrong within a callee is said there, and not once more
// for each of its callers.
func (p *Caches) judge() {
	made, unclear := p.set.Constructors()
	p.Survey.Made, p.Survey.Unclear = made, len(unclear)
	for _, u := range unclear {
		p.Note(u.Pos, "what it reads from is not certain: "+u.Why)
	}
	var all []CacheVerdict
	by := compose.New(p.set)
	for _, fn := range by.Roots() {
		g, err := by.Compose(fn)
		if err != nil {
			p.Note(fn.Pos, err.Error())
			continue
		}
		lives := life.Of(g)
		found := judge.Caches(lives)
		p.Survey.Judged += found.Judged
		p.Survey.Left += found.Left
		for _, n := range found.Notes {
			p.Note(n.Pos, n.Text)
		}
		all = append(all, withCacheStories(lives, found.Verdicts)...)
		p.Awaited = append(p.Awaited, withCacheStories(lives, found.Awaited)...)
		dump(lives)
	}
	p.Verdicts = innermost(append(all, p.inLiterals(by)...))
}

// inLiterals judges function literals by themselves: a command's is run by
// somebody who is not seen. Where it is run, and what its variables are, makes no
// difference only to a read that comes before a Start of the literal's own.
func (p *Caches) inLiterals(by *compose.Composer) []CacheVerdict {
	var out []CacheVerdict
	for _, fn := range by.Literals() {
		g, err := by.Compose(fn)
		if err != nil {
			continue
		}
		lives := life.Of(g)
		certain := slices.DeleteFunc(judge.Caches(lives).Verdicts, func(v judge.CacheVerdict) bool {
			return v.Rule != judge.ReadBeforeSync || v.Start.Where == ""
		})
		out = append(out, withCacheStories(lives, certain)...)
	}
	return out
}

func withCacheStories(g *life.Graph, verdicts []judge.CacheVerdict) []CacheVerdict {
	var out []CacheVerdict
	for _, v := range verdicts {
		c := CacheVerdict{v, story.OfCache(g, v.Life, v.Moment)}
		c.Life, c.Moment = nil, nil // the graph ends here
		out = append(out, c)
	}
	return out
}

// innermost leaves the verdicts that no function below the root gives as well.
func innermost(all []CacheVerdict) []CacheVerdict {
	slices.SortStableFunc(all, func(a, b CacheVerdict) int { return cmp.Compare(len(a.Chain), len(b.Chain)) })
	type place struct {
		rule string
		at   token.Pos
	}
	var out []CacheVerdict
	roots := make(map[token.Pos][]string) // of a constructor's call: who gave a verdict on it
	seen := make(map[place]bool)
	for _, v := range all {
		if slices.ContainsFunc(v.Chain, func(key string) bool { return slices.Contains(roots[v.Born], key) }) {
			continue
		}
		roots[v.Born] = append(roots[v.Born], v.Chain[len(v.Chain)-1])
		if at := (place{v.Rule, v.Anchor.Pos}); !seen[at] {
			seen[at] = true
			out = append(out, v)
		}
	}
	slices.SortStableFunc(out, func(a, b CacheVerdict) int { return cmp.Compare(a.Anchor.Pos, b.Anchor.Pos) })
	return out
}

// Why returns the notes about a line.
func (p *Caches) Why(file string, line int) []string {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	var out []string
	for _, n := range p.notes {
		if posn := p.Pass().Fset.Position(n.Pos); posn.Filename == file && posn.Line == line {
			out = append(out, n.Text)
		}
	}
	return out
}

// Note keeps why something at a position is not reported.
func (p *Caches) Note(pos token.Pos, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := (judge.Note{Pos: pos, Text: text}); !slices.Contains(p.notes, n) {
		p.notes = append(p.notes, n)
	}
}

// A CacheSurvey counts what was seen in a package.
type CacheSurvey struct {
	Made    int // caches, clusters and managers that are made by a constructor
	Unclear int // of these, how many have options that do not say where their client reads
	Judged  int // lives that were composed, also where a helper has made them
	Left    int // of these, how many leave to where they may be started
}

// Add sums up.
func (s *CacheSurvey) Add(t CacheSurvey) {
	s.Made += t.Made
	s.Unclear += t.Unclear
	s.Judged += t.Judged
	s.Left += t.Left
}

func (s CacheSurvey) String() string {
	return fmt.Sprintf("%d controller-runtime caches, clusters and managers made (%d with options that are not known); %d followed, %d of them left", s.Made, s.Unclear, s.Judged, s.Left)
}
