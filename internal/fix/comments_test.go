package fix_test

import (
	"go/token"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/fix"
)

const commented = `package p

import "errors"

func add() (int, error) { return 0, errors.New("none") }
func start()            {}

func run() error {
	kept := 0
	_ = kept // it is set later

	// Start what there is.
	// It goes on until the end.
	start() // in the background
	// Watch.
	if _, err := add(); err != nil {
		return err
	}
	first() /* above nothing */
	start()
	return nil
}

func first() error {
	// Watch.
	add() // whatever it says
	return nil
}

func last() {
	/* now */ start() // at once
	add()
}
`

// What is put before a statement comes before its comment, and what is put after
// it comes after the comment at the end of its line.
func TestComments(t *testing.T) {
	for _, test := range []struct {
		name, at string
		edits    func(*fix.Place) []analysis.TextEdit
		want     string
	}{
		{"before", "start() //", func(p *fix.Place) []analysis.TextEdit { return []analysis.TextEdit{p.Before("first()")} },
			"\n\n\tfirst()\n\t// Start what there is.\n\t// It goes on until the end.\n\tstart() // in the background\n"},
		{"before what has none of its own", "start()\n\treturn", func(p *fix.Place) []analysis.TextEdit { return []analysis.TextEdit{p.Before("add()")} },
			"first() /* above nothing */\n\tadd()\n\tstart()\n"},
		{"a declaration", "add(); err", func(p *fix.Place) []analysis.TextEdit { return p.Keep("kept") },
			"start() // in the background\n\tvar err error\n\t// Watch.\n\tkept, err = add()\n\tif err != nil {\n"},
		{"the check of an error", "add() //", func(p *fix.Place) []analysis.TextEdit { return p.KeepNew("kept") },
			"\t// Watch.\n\tkept, err := add() // whatever it says\n\tif err != nil {\n\t\treturn err\n\t}\n\treturn nil\n"},
		{"before a comment on its line", "start() // at once", func(p *fix.Place) []analysis.TextEdit { return []analysis.TextEdit{p.Before("first()")} },
			"func last() {\n\tfirst()\n\t/* now */ start() // at once\n"},
		{"moved with it", "start() // at once", func(p *fix.Place) []analysis.TextEdit { return p.MoveAfter(1, "start()") },
			"func last() {\n\tadd()\n\t/* now */ start() // at once\n}"},
	} {
		t.Run(test.name, func(t *testing.T) {
			pass := passOver(t, commented)
			i := strings.Index(commented, test.at)
			p := fix.In(pass).At(pass.Files[0].FileStart + token.Pos(i+strings.Index(test.at, "(")))
			if got := result(t, pass, test.edits(p)); !strings.Contains(got, test.want) {
				t.Errorf("got\n%s\nwant in it\n%s", got, test.want)
			}
		})
	}
}
