package engine

import (
	"go/token"

	"github.com/informerlint/informerlint/internal/engine/judge"
)

// What a fix of a verdict changes, as far as stories say nothing of what follows.

// StartsMore reports whether a fix starts informers that were not started, or not
// surely, and where calls are made to their factory.
func (v *Verdict) StartsMore() (at []token.Pos, more bool) {
	of := map[judge.Role]bool{judge.Birth: true, judge.Registration: true}
	switch v.Rule {
	case judge.StartRacesWait:
		of[judge.Start] = true
	case judge.LateRegistration, judge.ConcurrentRegistration, judge.NeverStarted:
	default:
		return nil, false
	}
	for _, p := range v.Places {
		if of[p.Role] {
			at = append(at, p.Pos)
		}
	}
	for _, o := range v.Others {
		more, _ := o.StartsMore()
		at = append(at, more...)
	}
	return at, true
}

// Earlier returns the setting that a fix makes before the start, and the start; no
// places if it does not.
func (v *Verdict) Earlier() (set, start token.Pos) {
	switch v.Rule {
	case judge.LateTransform, judge.LateWatchErrorHandler:
		return v.At(judge.Setting).Pos, v.At(judge.Start).Pos
	}
	return token.NoPos, token.NoPos
}
