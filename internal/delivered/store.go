package delivered

import (
	"go/types"
	"maps"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/delivered/uses"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A handler whose object has a pointer to a store of the package fills that store. Its
// methods, and those of whoever says that it is full, know it by its type. That is not
// known which object it is matters little where a type says that it is synced, since it
// says so of each of its objects; what a function reads behind a wait may be another one.

// carried notes such pointers, and returns the places of which it is known now what they
// are. A store keeps things by their names: what is no more than a list may be a log, or
// a queue.
func (f *finder) carried(add *ssa.Function) (noted []string) {
	for _, t := range f.carriers(add) {
		fields := make(map[string][]*types.Var)
		for field := range f.hidden(t) {
			if of := f.root(field.Type()); of != f.root(t) && ssautil.IsPointer(field.Type()) && of != "" && uses.Keyed(field.Type()) {
				fields[of] = append(fields[of], field)
			}
		}
		for of, there := range fields {
			at := f.root(t) + "." + there[0].Name()
			if f.alias[at] == "" && len(there) == 1 { // of two it is not known which one is meant
				f.alias[at] = of
				noted = append(noted, at)
			}
		}
	}
	return noted
}

// withStores does something while such places are known.
func (f *finder) withStores(r *registration, do func(again *registration)) {
	noted := f.carried(r.add)
	if len(noted) == 0 {
		return
	}
	defer func() {
		for _, at := range noted {
			delete(f.alias, at)
		}
	}()
	again := *r
	again.does = f.newEffects()
	again.does.walk(r.add, r.frame, 0)
	maps.DeleteFunc(again.does.state, func(place string, _ Access) bool {
		for _, at := range noted {
			if strings.HasPrefix(place, f.alias[at]+".") {
				return false
			}
		}
		return true
	})
	do(&again)
}

// ofStore is component for a store that the handler's object has a pointer to. What
// others take something out of may be a queue, in which nothing has to be.
func (f *finder) ofStore(r *registration, all []*registration) (c *Claim) {
	if r.call == nil || f.inTest(r.pos) {
		return nil
	}
	f.withStores(r, func(again *registration) {
		others := f.othersFill(all, false)
		maps.DeleteFunc(again.does.state, func(place string, _ Access) bool { return others.state[place].Place != "" || others.taken[place] })
		c = f.component(again)
	})
	return c
}
