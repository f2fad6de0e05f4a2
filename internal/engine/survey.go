package engine

import (
	"fmt"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/life"
)

// A Survey counts what the engine saw in one package, and how much of it it
// could judge.
type Survey struct {
	Starts        int // calls of a factory's Start
	Runs          int // calls of an informer's Run
	Registrations int // Informer(), Lister(), ForResource, InformerFor
	Waits         int // calls of a factory's WaitForCacheSync
	Syncs         int // calls of cache.WaitForCacheSync and its forms
	Reads         int // reads of listers and stores that an order could matter for
	Made          int // factories and stand-alone informers made here, outside tests
	Closed        int // of these, how many never leave: their whole life is judged
	Left          int // how many leave to where they may be started
	Looped        int // how many stand for several, made in a loop
	Outside       int // Starts of a factory that comes from outside in every program that was composed
	Settings      int // settings that work only before the start and whose error is dropped, also in tests
	Large         int // programs that are too large to follow
	Coarse        int // programs that are followed only where something is done to informers
	Dropped       int // verdicts that are not reported, because nothing reproduces them
}

// Add sums up.
func (s *Survey) Add(t Survey) {
	s.Starts += t.Starts
	s.Runs += t.Runs
	s.Registrations += t.Registrations
	s.Waits += t.Waits
	s.Syncs += t.Syncs
	s.Reads += t.Reads
	s.Made += t.Made
	s.Closed += t.Closed
	s.Left += t.Left
	s.Looped += t.Looped
	s.Outside += t.Outside
	s.Settings += t.Settings
	s.Large += t.Large
	s.Coarse += t.Coarse
	s.Dropped += t.Dropped
}

func (s Survey) String() string {
	text := fmt.Sprintf("%d Starts (%d of factories from outside), %d Runs, %d registrations, %d factory waits, %d other waits, %d reads beside them; "+
		"%d factories and informers made: %d judged for their whole life, %d left, %d made in loops",
		s.Starts, s.Outside, s.Runs, s.Registrations, s.Waits, s.Syncs, s.Reads, s.Made, s.Closed, s.Left, s.Looped)
	if s.Settings > 0 {
		text += fmt.Sprintf("; %d settings whose error is dropped", s.Settings)
	}
	if s.Dropped > 0 {
		text += fmt.Sprintf("; %d verdicts not reported, for nothing reproduces them", s.Dropped)
	}
	if s.Coarse > 0 {
		text += fmt.Sprintf("; %d large programs followed in part", s.Coarse)
	}
	if s.Large > 0 {
		text += fmt.Sprintf("; %d programs too large to follow", s.Large)
	}
	return text
}

// Survey counts the sites of the package.
func (p *Package) Survey() Survey {
	p.Verdicts()
	s := Survey{Dropped: len(p.dropped), Large: len(p.large), Coarse: len(p.coarse)}
	for _, fn := range p.set.Fns() {
		s.Settings += fn.Settings()
		if fn.Test {
			continue
		}
		for ins := range fn.Instrs() {
			if ins.Op != ir.OpProto {
				continue
			}
			switch ins.Proto {
			case clientgo.OpStart:
				s.Starts++
				if !p.born[fn.Where(ins)] {
					s.Outside++
				}
			case clientgo.OpRun:
				s.Runs++
			case clientgo.OpWait:
				s.Waits++
			case clientgo.OpWaitFor:
				s.Syncs++
			case clientgo.OpRead:
				s.Reads++
			case clientgo.OpInformer, clientgo.OpLister, clientgo.OpForResource, clientgo.OpInformerFor:
				s.Registrations++
			case clientgo.OpNewFactory, clientgo.OpNewInformer:
				s.Made++
				switch p.made[fn.Where(ins)] {
				case lifeClosed:
					s.Closed++
				case lifeLooped:
					s.Looped++
				default:
					s.Left++
				}
			}
		}
	}
	return s
}

// How much of a factory's life was visible, in the best of all roots.
const (
	lifeLeft   = 1
	lifeLooped = 2
	lifeClosed = 3
)

// survey remembers how much of the lives in a graph was visible.
func (p *Package) survey(g *life.Graph) {
	for _, obj := range g.Order {
		l := g.Lives[obj]
		if l.Birth == nil {
			continue
		}
		for _, s := range l.Starts {
			if s.Frame != nil && s.Frame.Fn.Local {
				p.born[s.Frame.Fn.Where(s.Ins)] = true
			}
		}
		if !l.Birth.Frame.Fn.Local {
			continue
		}
		at, how := l.Birth.Frame.Fn.Where(l.Birth.Ins), lifeClosed
		if g.Object(obj).Weak {
			how = lifeLooped
		}
		for _, e := range l.Escapes {
			if e.Lets(obj, "", compose.CanStart|compose.CanRun) {
				how = lifeLeft
			}
		}
		p.made[at] = max(p.made[at], how)
	}
}
