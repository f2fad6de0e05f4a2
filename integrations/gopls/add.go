package main

import (
	"fmt"
	"reflect"
	"unsafe"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/gopls/internal/settings"
)

// add puts analyzers into the list that gopls runs, all or none.
//
// Gopls has no way in for analyzers of others (golang/go#59869), v0.24.0 included: its
// list holds a wrapper type whose only necessary field is not exported. The
// field is set by its name, and whether that worked is looked at before the
// list is touched.
func add(analyzers []*analysis.Analyzer) error {
	var wrapped []*settings.Analyzer
	for _, a := range analyzers {
		w := new(settings.Analyzer)
		if err := set(w, "analyzer", a); err != nil {
			return err
		}
		if w.Analyzer() != a {
			return fmt.Errorf("%T does not take an analyzer the way it did in gopls v0.23.0 and v0.24.0", w)
		}
		wrapped = append(wrapped, w)
	}
	settings.AllAnalyzers = append(settings.AllAnalyzers, wrapped...)
	return nil
}

// set gives the field of a structure a value, even if it is not exported. It
// fails if there is no such field, or if it has another type.
func set[T any](structure any, name string, value T) error {
	v := reflect.ValueOf(structure)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return fmt.Errorf("%T is no pointer to a structure", structure)
	}
	f := v.Elem().FieldByName(name)
	if !f.IsValid() || f.Type() != reflect.TypeFor[T]() {
		return fmt.Errorf("%T has no field %s of type %T", structure, name, value)
	}
	*(*T)(unsafe.Pointer(f.UnsafeAddr())) = value
	return nil
}
