package main

import (
	"fmt"
	"io"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/delivered"
	"github.com/informerlint/informerlint/internal/engine"
)

// A survey sums up how many sites were looked at.
type survey struct {
	sync.Mutex
	engine.Survey
	caches    engine.CacheSurvey
	delivered delivered.Stats
}

func (s *survey) observe(_ *packages.Package, _ *analysis.Analyzer, result any) {
	s.Lock()
	defer s.Unlock()
	switch p := result.(type) {
	case *engine.Package:
		if p != nil {
			s.Add(p.Survey())
		}
	case *engine.Caches:
		if p != nil {
			s.caches.Add(p.Survey)
		}
	case *delivered.Package:
		if p != nil {
			s.delivered.Add(p.Stats)
		}
	}
}

// print prints it, as far as there is anything to say.
func (s *survey) print(w io.Writer) {
	fmt.Fprintf(w, "informerlint: %s\n", s.Survey)
	if s.caches.Made > 0 {
		fmt.Fprintf(w, "informerlint: %s\n", s.caches)
	}
	if s.delivered.Registrations > 0 {
		fmt.Fprintf(w, "informerlint: %s\n", s.delivered)
	}
}
