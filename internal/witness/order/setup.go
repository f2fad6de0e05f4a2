package order

import (
	"strconv"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/story"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/sched"
)

// lastFixed is the last client-go minor version that refuses AddIndexers after
// the start.
const lastFixed = 29

// addHandler is the one setting that is refused only by an informer that was
// stopped.
const addHandler = "AddEventHandler"

const lost = "the setting is lost"

// setUp calls a method that is refused once the informer has been started. Where the
// program drops the error, a setting that is refused is lost; where it does not, it
// fails, and no fix may be the reason.
func (s *stage) setUp(method string) {
	var err error
	what := ""
	switch method {
	case clientgo.SetTransform:
		what = "objects are stored as they come"
		err = s.inf.SetTransform(func(obj any) (any, error) { return obj, nil })
	case clientgo.SetWatchErrorHandler, clientgo.SetWatchErrorHandlerWithContext:
		what = "the handler is never told of an error"
		err = s.inf.SetWatchErrorHandler(func(error) {})
	case clientgo.AddIndexers:
		what = "there is no such index"
		err = s.inf.AddIndexers(map[string]cache.IndexFunc{"index": func(any) []string { return nil }})
	case addHandler:
		what = "the handler is never called"
		_, err = s.inf.AddEventHandler(cache.ResourceEventHandlerFuncs{})
	}
	if err != nil && s.p.trial {
		sched.Fail(lost, "%s of the %s informer returns the error %q", method, s.p.kind(), err)
	} else if err != nil {
		sched.Fail(lost, "%s of the %s informer returns the error %q, which is dropped: %s", method, s.p.kind(), err, what)
	}
}

// idle: a setting is helped most by a stranger who starts nothing.
func (p *program) idle(e story.Event) bool {
	return helps(e) && (p.alone || p.moment.Act == story.ActSetup)
}

// minor is the client-go version whose profile is used: one that has the
// behaviour that the story is about.
func (p *program) minor() int {
	if p.moment.Act == story.ActSetup && p.moment.Site.Call == clientgo.AddIndexers {
		return lastFixed
	}
	return minor
}

// stops: somebody may close the stop channel at any time. Elsewhere that is not
// so: what is stopped has no more to do.
func (p *program) stops() bool {
	return p.moment.Act == story.ActSetup && p.moment.Site.Call == addHandler
}

// bound says what is explored.
func (p *program) bound() string {
	if p.received() {
		return "one object, no faults, no stop, the informer comes from outside and is run at any time, client-go 0." + strconv.Itoa(minor)
	}
	if p.stops() {
		return "one object, no faults, a stop at any time, client-go 0." + strconv.Itoa(minor)
	}
	if p.minor() != minor {
		return "one object, no faults, no stop, client-go 0." + strconv.Itoa(p.minor())
	}
	return Bound
}
