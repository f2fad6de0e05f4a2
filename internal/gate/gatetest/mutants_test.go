package gatetest_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/checktest"
	"github.com/informerlint/informerlint/internal/gate/gatetest"
)

// checks are those that hand claims to a gate, with all of their rules on.
func checks(t *testing.T) (out []*analysis.Analyzer) {
	for _, c := range analyzers.Catalogue() {
		if c.Name() == "ignorecomment" {
			continue
		}
		for _, r := range c.Rules {
			if r.Optional != "" {
				if err := c.Analyzer.Flags.Set(r.Name, "true"); err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = c.Analyzer.Flags.Set(r.Name, "false") })
			}
		}
		out = append(out, c.Analyzer)
	}
	return out
}

func try(t *testing.T, module string, choose gatetest.Choose) {
	dir := filepath.Join(checktest.Dir(t), module)
	if err := checktest.Download(dir); err != nil {
		t.Fatal(err)
	}
	fixes := gatetest.Try(t, dir, checks(t), checktest.Programs(t, dir, "./..."), choose)
	prefix := ""
	if module != "" {
		prefix = module + "/"
	}
	gatetest.Hold(t, fixes, prefix, choose == nil)
}

func TestMutants(t *testing.T)      { try(t, "", nil) }
func TestMutantsCR(t *testing.T)    { try(t, "controllerruntime", nil) }
func TestMutantsCR015(t *testing.T) { try(t, "controllerruntime015", nil) }
func TestMutants026(t *testing.T)   { try(t, "clientgo026", nil) }
