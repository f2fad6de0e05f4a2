package startorder

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/fix/sequence"
)

// A fix edits only the function that the finding is in. Where a registration
// is a plain chain (factory.Core().V1().Pods().Lister()) it moves, or is repeated,
// before Start; where it hides in another function, Start is called once more after
// the call that leads there: it starts only what is new. Everything else gets none.

// fixLate fixes a registration after Start.
func fixLate(src *fix.Source, v engine.Verdict) []analysis.SuggestedFix {
	start := src.At(v.Anchor.Pos)
	if start == nil || start.Call == nil {
		return nil
	}
	return sequence.Late(start, registrations(src, v), cmp.Or(src.Callee(v.Regs()[0].Via), "it"))
}

// fixConcurrent fixes a Start beside the registration: one of the two is in a
// goroutine.
func fixConcurrent(src *fix.Source, v engine.Verdict) []analysis.SuggestedFix {
	spawn, regs := src.At(v.Anchor.Pos), registrations(src, v)
	switch start := v.At(judge.Start); {
	case spawn == nil:
		return nil
	case v.Is(judge.Registers):
		return fix.Suggest("Register before the goroutine", sequence.Early(spawn, regs)...)
	case start.Local:
		return sequence.Beside(spawn, src.At(start.Pos), regs)
	}
	return sequence.Beside(spawn, nil, regs)
}

// registrations are the calls that register, where they stand.
func registrations(src *fix.Source, v engine.Verdict) (out []sequence.Registration) {
	for _, each := range append([]engine.Verdict{v}, v.Others...) {
		for _, r := range each.Regs() {
			if reg := (sequence.Registration{At: src.At(r.Pos), Via: src.At(r.Via), Local: r.Local}); !slices.Contains(out, reg) {
				out = append(out, reg)
			}
		}
	}
	return out
}

// fixNever starts what nothing starts: beside the sibling that is started, or
// after the last registration in the function that made it.
func fixNever(src *fix.Source, v engine.Verdict) []analysis.SuggestedFix {
	if edits := besideSibling(src, v); edits != nil {
		return fix.Suggest("Start it as well", edits...)
	}
	if edits := besideCall(src, v); edits != nil {
		return fix.Suggest("Start it as well", edits...)
	}
	return fix.Suggest("Start it", afterBirth(src, v)...)
}

// besideCall starts the factory after the call that leads to the other's Start.
func besideCall(src *fix.Source, v engine.Verdict) []analysis.TextEdit {
	sib := v.At(judge.Sibling)
	call, inner, birth := src.At(sib.Via), src.At(sib.Pos), born(src, v)
	if call == nil || inner == nil || birth == nil || sib.Via == sib.Pos || v.Is(judge.StandAlone) || len(v.Others) > 0 {
		return nil
	}
	return sequence.Beyond(src, call, inner, birth)
}

func besideSibling(src *fix.Source, v engine.Verdict) []analysis.TextEdit {
	sib := src.At(v.At(judge.Sibling).Pos)
	if sib == nil || sib.Call == nil {
		return nil
	}
	host := sequence.Host(sib)
	if host == nil {
		return nil
	}
	var lines []string
	for _, each := range append([]engine.Verdict{v}, v.Others...) {
		// Where informers of one factory are run one by one, the others are as well.
		for _, field := range each.Held {
			line, ok := sequence.Like(sib, host, born(src, each), field, each.Is(judge.StandAlone))
			if !ok {
				return nil
			}
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return []analysis.TextEdit{host.After(host.I, lines...)}
}

// born is where what nothing starts was made; nil if that is in another package,
// or if its factory is started, informer by informer.
func born(src *fix.Source, v engine.Verdict) *fix.Place {
	if !v.At(judge.Birth).Local || v.Is(judge.OneByOne) {
		return nil
	}
	return src.At(v.At(judge.Birth).Pos)
}

func afterBirth(src *fix.Source, v engine.Verdict) []analysis.TextEdit {
	if len(v.Others) > 0 {
		return nil
	}
	var regs []*fix.Place
	for _, r := range v.Regs() {
		if !r.Use { // what waits or reads comes after Start
			regs = append(regs, src.At(r.Pos))
		}
	}
	return sequence.AfterBirth(born(src, v), regs, v.Is(judge.StandAlone))
}
