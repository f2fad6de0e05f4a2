package checktest

import (
	"errors"
	"fmt"
	"go/ast"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"text/scanner"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/driver"
)

// Wants analyzes packages of the testdata module and demands that the analyzer
// reports in them what the "// want" comments say, and nothing else.
func Wants(t testing.TB, check *analysis.Analyzer, patterns ...string) {
	t.Helper()
	pkgs := Programs(t, Dir(t), patterns...)
	compareWants(t, pkgs, start(t, []*analysis.Analyzer{check}, pkgs).in(pkgs))
}

// A line of a file.
type line struct {
	file string
	line int
}

// compareWants holds findings to the comments in the packages, which have the
// form of analysistest: patterns of messages in quotes.
func compareWants(t testing.TB, pkgs []*packages.Package, found []driver.Finding) {
	t.Helper()
	wants := make(map[line][]*regexp.Regexp)
	for _, pkg := range pkgs {
		for _, file := range pkg.Syntax {
			for _, group := range file.Comments {
				for _, c := range group.List {
					at := pkg.Fset.Position(c.Pos())
					all, err := wantsOf(c)
					if err != nil {
						t.Errorf("%s: in the want: %v", at, err)
					}
					if len(all) > 0 {
						wants[line{at.Filename, at.Line}] = all
					}
				}
			}
		}
	}
next:
	for _, f := range found {
		at := f.Package.Fset.Position(f.Pos)
		key := line{at.Filename, at.Line}
		for i, rx := range wants[key] {
			if rx.MatchString(f.Message) {
				wants[key] = append(wants[key][:i:i], wants[key][i+1:]...)
				continue next
			}
		}
		if left := wants[key]; len(left) > 0 {
			t.Errorf("%s: %q does not match pattern %q", at, f.Message, left)
		} else {
			t.Errorf("%s: not wanted: %s", at, f.Message)
		}
	}
	for key, left := range wants {
		for _, rx := range left {
			t.Errorf("%s:%d: no diagnostic was reported matching %q", key.file, key.line, rx)
		}
	}
}

// wantsOf parses the wants of a comment. They may stand behind other text in it.
func wantsOf(c *ast.Comment) (all []*regexp.Regexp, err error) {
	text := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(c.Text, "//"), "/*"), "*/")
	if _, rest, ok := strings.Cut(text, "// want"); ok {
		text = "want" + rest
	}
	text, ok := strings.CutPrefix(strings.TrimSpace(text), "want")
	if !ok {
		return nil, nil
	}
	sc := new(scanner.Scanner).Init(strings.NewReader(text))
	sc.Error = func(_ *scanner.Scanner, msg string) { err = errors.New(msg) }
	sc.Mode = scanner.ScanStrings | scanner.ScanRawStrings
	for tok := sc.Scan(); tok != scanner.EOF; tok = sc.Scan() {
		if tok != scanner.String && tok != scanner.RawString {
			return nil, fmt.Errorf("%q, and not a pattern in quotes", sc.TokenText())
		}
		pattern, err := strconv.Unquote(sc.TokenText())
		if err != nil {
			return nil, err
		}
		rx, err := regexp.Compile(pattern)
		if err != nil {
			return nil, err
		}
		all = append(all, rx)
	}
	return all, err
}
