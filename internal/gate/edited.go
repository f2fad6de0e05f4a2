package gate

import (
	"reflect"

	"golang.org/x/tools/go/analysis"
)

// Edited is a package with a fix of some cases applied.
type Edited struct {
	Pass   *analysis.Pass
	Partly bool   // functions that were not needed so far have no bodies
	Cases  []Case // those whose fixes are in it

	seen map[reflect.Type]seen
}

type seen struct {
	value any
	err   error
}

// Again returns what look finds in the edited package. It looks once for all
// cases that want a T.
func Again[T any](e *Edited, look func(*analysis.Pass) (T, error)) (T, error) {
	key := reflect.TypeFor[T]()
	s, ok := e.seen[key]
	if !ok {
		value, err := look(e.Pass)
		s = seen{value, err}
		if e.seen == nil {
			e.seen = make(map[reflect.Type]seen)
		}
		e.seen[key] = s
	}
	value, _ := s.value.(T)
	return value, s.err
}
