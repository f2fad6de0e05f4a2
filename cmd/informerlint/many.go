package main

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/load"
	"github.com/informerlint/informerlint/internal/report/finding"
)

const (
	// maxPackages is how many packages are printed with what is wrong with them: with
	// more it is one thing for most, a module that cannot be had.
	maxPackages = 10
	// maxCauses is how many causes are printed then.
	maxCauses = 5
)

// notImported matches what the type checker says of an import, and why.
var notImported = regexp.MustCompile(`^could not import \S+ \((.+)\)$`)

// A cause is what the go command, or else the type checker, said of some packages.
type cause struct {
	text     string
	packages int
	example  packages.Error
}

// tellMany says what is wrong with many packages at once.
func tellMany(s streams, problems []load.Problem) {
	n := fatal(problems)
	fmt.Fprintf(s.err, "informerlint: %s could not be analyzed", count(n, "package"))
	if rest := len(problems) - n; rest > 0 {
		fmt.Fprintf(s.err, ", and %s below them %s errors, so %s part in other packages is not seen",
			count(rest, "package"), verb(rest, "has", "have"), verb(rest, "its", "their"))
	}
	fmt.Fprintf(s.err, " (-v names them all):\n")
	all := causes(problems)
	for _, c := range all[:min(len(all), maxCauses)] {
		where := ""
		if pos := c.example.Pos; pos != "" && pos != "-" {
			where = finding.Relative(pos) + ": "
		}
		fmt.Fprintf(s.err, "\t%s: %s%s\n", count(c.packages, "package"), where, c.text)
	}
	if rest := len(all) - maxCauses; rest > 0 {
		fmt.Fprintf(s.err, "\t... and %s\n", count(rest, "other cause"))
	}
}

// causes are what is wrong with packages, the most frequent first.
func causes(problems []load.Problem) []*cause {
	by := make(map[string]*cause)
	for _, p := range problems {
		e := first(p.Errors)
		text, _, _ := strings.Cut(strings.TrimSpace(e.Msg), "\n")
		if m := notImported.FindStringSubmatch(text); m != nil {
			text = m[1] // what the package that is missing says of itself as well
		}
		if by[text] == nil {
			by[text] = &cause{text: text, example: e}
		}
		by[text].packages++
	}
	return slices.SortedFunc(maps.Values(by), func(a, b *cause) int {
		return cmp.Or(b.packages-a.packages, strings.Compare(a.text, b.text))
	})
}

// first is the error that explains the others of its package, if one does: what the go
// command says of imports comes before what is undefined without them.
func first(errs []packages.Error) packages.Error {
	errs = aboutGo(errs)
	if i := slices.IndexFunc(errs, func(e packages.Error) bool { return e.Kind == packages.ListError }); i > 0 {
		return errs[i]
	}
	if len(errs) == 0 {
		return packages.Error{Msg: "unknown"}
	}
	return errs[0]
}

// verb is the form of a verb for some number of things.
func verb(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}
