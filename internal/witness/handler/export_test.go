package handler

import (
	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// A player is a program as the handler of an informer: it takes its turns in the
// world itself, as choices that the explorer makes.
type player struct {
	history
	acts  *acts
	turns []turn
}

func (p *player) OnAdd(obj any, initial bool) { p.history.OnAdd(obj, initial); p.play() }
func (p *player) OnUpdate(old, obj any)       { p.history.OnUpdate(old, obj); p.play() }
func (p *player) OnDelete(obj any)            { p.history.OnDelete(obj); p.play() }

func (p *player) play() {
	if p.ended {
		return
	}
	turns := p.acts.of(p.calls[len(p.calls)-1].verb)
	n := 0
	if len(turns) > 1 {
		n = sched.Choose(len(turns), "way")
	}
	p.turns = append(p.turns, turns[n])
	p.ended = !turns[n].returns()
}

// Literally explores the world with the program's functions in it, and counts
// the executions and those that have a fault: what a verdict counts without.
func (v *Verdict) Literally(fault int) (classes, violating int) {
	f := &v.faults[fault]
	res := explore.Run(explore.Options{}, func() {
		p := cache.ProfileFor(minor)
		server := apiserver.New()
		server.WriteNow(apiserver.Change{Object: apiserver.Object{Kind: kind, Key: key, Value: generation(1)}})
		h := &player{acts: v.acts}
		inf := cache.NewSharedIndexInformer(server, kind, 0, &p, nil)
		stop := sched.NamedChan[struct{}]("stop", 0)
		inf.AddNamedEventHandler("handler", h, 0)
		sched.Daemon("informer", func() { inf.Run(stop) })
		server.Age()
		sched.Go("user", func() { missing.user(server) })
		sched.Go("network", func() { server.MaybeDrop(kind) })
		sched.Go("etcd", func() { server.MaybeCompact() })
		sched.Quiesce("at rest")
		for _, o := range server.State(kind) {
			h.exists = o.UID
		}
		for at, c := range h.calls {
			if c.verb == f.verb && v.bad(&h.history, at, fault) && (h.turns[at] == turn{} || h.turns[at].takes(f)) {
				sched.Fail("fault", "")
				break
			}
		}
		stop.Close()
	})
	if !res.Complete {
		panic("not all executions")
	}
	return res.Traces, res.Violating
}

// Faults are how many faults there are, and the executions that a verdict counts
// for one.
func (v *Verdict) Faults() int { return len(v.faults) }

// Counted are the executions that a verdict counts, and those with a fault.
func (v *Verdict) Counted(fault int) (classes, violating int) {
	return v.executions, v.faults[fault].violating
}
