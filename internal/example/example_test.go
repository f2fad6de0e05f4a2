package example

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/report/page"
)

// A hundred real findings are a page of at most one megabyte.
func TestSizeOfAPage(t *testing.T) {
	var found []page.Finding
	for len(found) < 100 {
		for _, e := range All() {
			found = append(found, e.Finding)
		}
	}
	var b strings.Builder
	if err := page.Write(&b, page.Page{Findings: found[:100]}); err != nil {
		t.Fatal(err)
	}
	if n := b.Len(); n > 1_000_000 || n < 100_000 {
		t.Errorf("a page of 100 findings has %d bytes", n)
	}
}

func TestOf(t *testing.T) {
	for _, e := range All() {
		if got, ok := Of(e.ID()); !ok || got.Program != e.Program {
			t.Errorf("%s is found: %v, %+v", e.ID(), ok, got)
		}
	}
	if _, ok := Of("startorder/unheard-of"); ok {
		t.Error("an example of nothing")
	}
}
