package story

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/life"
	"github.com/informerlint/informerlint/internal/engine/program"
)

// OfCache is what a composed program does to one cache of controller-runtime,
// around one node: a read, or somebody who is handed a client.
func OfCache(g *life.Graph, l *life.CacheLife, target *compose.Node) Story {
	t := teller{g: g}
	s := Story{ID: t.lifeID(g.Lives[l.Obj]), Root: g.Root.Key}
	if target.Kind == compose.EvRead {
		_, s.Kind = program.SplitKind(target.Ins.Key)
	}
	p := newProjection(g, g.Lives[l.Obj], "", target)
	p.cache = true
	s.Moments = []Moment{p.moment()}
	return s
}

// ownCache are the letters of a node about a cache.
func (p *projection) ownCache(n *compose.Node) []letter {
	var out []letter
	for _, s := range n.Subjects {
		if s.Obj != p.l.Obj {
			continue
		}
		a, ok := p.cacheAct(n, s)
		if (a == ActRegister || a == ActRead) && s.Key != "" && s.Key != p.target.Ins.Key {
			continue // an informer of another kind changes nothing for this one
		}
		if ok {
			out = append(out, letter{act: a, what: s.Key, target: n == p.target})
		}
	}
	return out
}

func (p *projection) cacheAct(n *compose.Node, s compose.Subject) (Act, bool) {
	target := n == p.target
	switch n.Kind {
	case compose.EvStart:
		if n.Weak || ir.CallMode(n.Ins.Mode) == ir.CallDefer {
			return ActHelpStart, true
		}
		return ActStart, true
	case compose.EvWait:
		return ActWait, !n.Weak
	case compose.EvRegister:
		return ActRegister, true
	case compose.EvRead:
		if s.Key == "" || n.Weak {
			return ActUse, target
		}
		return ActRead, target || n.Thread == p.target.Thread && !n.Ins.Tentative
	case compose.EvUse:
		switch {
		case n.Op == clientgo.OpElected:
			return ActHelpStart, true
		case s.Cap&compose.CanStart != 0:
			return ActRegister, true
		}
	case compose.EvEscape:
		if s.Cap&compose.CanStart != 0 {
			return ActHelpAccess, true
		}
	default:
		return ActBirth, n == p.l.Birth
	}
	return ActUse, target
}

// idle letters are as good as absent after what was spelled. Of a cache, a wait
// counts again: for what has been made since.
func (p *projection) idle(l letter, spelled []letter) bool {
	switch {
	case !p.cache:
		return idle(l, spelled)
	case l.act == ActWait && !l.target:
		return len(spelled) > 0 && spelled[len(spelled)-1] == l
	}
	return slices.Contains(spelled, l)
}

// later is what a letter is if it may happen at any time.
func (p *projection) later(l letter) letter {
	if p.cache && l.act == ActRead {
		return letter{act: ActHelpRegister, what: l.what} // a read makes the informer
	}
	return letter{act: l.act.help(), what: l.what}
}
