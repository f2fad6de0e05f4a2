package main

import (
	"fmt"
	"io"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/delivered"
	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/lazy"
)

// A survey sums up how many sites were looked at.
type survey struct {
	sync.Mutex
	engine.Survey
	lazy      lazy.Survey
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
	case *lazy.Package:
		if p != nil {
			s.lazy.Add(p.Survey)
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
	if s.lazy.Made > 0 {
		fmt.Fprintf(w, "informerlint: %s\n", s.lazy)
	}
	if s.delivered.Registrations > 0 {
		fmt.Fprintf(w, "informerlint: %s\n", s.delivered)
	}
}
