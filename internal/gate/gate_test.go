package gate_test

import (
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/report"
)

const source = `package p

func a() int { return 1 }

func b() int { return 2 }

func c() int { return 3 }
`

// newPass is a pass over the source, with what is reported to it.
func newPass(t *testing.T) (*analysis.Pass, *[]analysis.Diagnostic) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Defs: make(map[*ast.Ident]types.Object), Implicits: make(map[ast.Node]types.Object)}
	pkg, err := (&types.Config{Importer: importer.Default()}).Check("p", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	reported := new([]analysis.Diagnostic)
	return &analysis.Pass{
		Analyzer: &analysis.Analyzer{Name: "toy"}, Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info,
		ReadFile: func(string) ([]byte, error) { return []byte(source), nil },
		Report:   func(d analysis.Diagnostic) { *reported = append(*reported, d) },
	}, reported
}

// toy is the case that a number stands in the source. It holds if the number
// is gone and what has come instead is not wrong.
type toy struct {
	pass    *analysis.Pass
	number  string
	unshown string
	steps   []string // numbers that the witness comes by
	log     *[]string
}

func (c *toy) Witness() (*report.Witness, string) {
	if c.unshown != "" {
		return nil, c.unshown
	}
	w := &report.Witness{Property: "no " + c.number}
	for _, n := range append(c.steps, c.number) {
		w.Steps = append(w.Steps, report.Step{Thread: "main", Text: "comes by " + n, Pos: at(c.pass, n)})
	}
	return w, ""
}

// numbers are the literals of a package.
type numbers []string

func look(pass *analysis.Pass) (numbers, error) {
	var out numbers
	for _, f := range pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok {
				out = append(out, l.Value)
			}
			return true
		})
	}
	if slices.Contains(out, "666") {
		return nil, errors.New("the engine failed")
	}
	return out, nil
}

func (c *toy) Holds(e *gate.Edited) string {
	found, err := gate.Again(e, func(pass *analysis.Pass) (numbers, error) {
		*c.log = append(*c.log, "looked")
		return look(pass)
	})
	*c.log = append(*c.log, c.number)
	switch {
	case err != nil:
		return err.Error()
	case slices.Contains(found, c.number):
		return c.number + " is still there"
	case slices.Contains(found, "7") && slices.Contains(found, "8"):
		return "7 and 8 are wrong together"
	case slices.Contains(found, "13"):
		return "13 is wrong"
	case e.Partly:
		return "something was needed"
	}
	return ""
}

// at is where a text stands.
func at(pass *analysis.Pass, text string) token.Pos {
	return pass.Files[0].FileStart + token.Pos(strings.Index(source, text))
}

// instead are fixes that replace a number by each of some texts.
func instead(pass *analysis.Pass, number string, texts ...string) (out []analysis.SuggestedFix) {
	pos := at(pass, number)
	for _, text := range texts {
		out = append(out, analysis.SuggestedFix{Message: text, TextEdits: []analysis.TextEdit{{Pos: pos, End: pos + token.Pos(len(number)), NewText: []byte(text)}}})
	}
	return out
}

// A claim says that a number is wrong.
func claim(pass *analysis.Pass, log *[]string, number string, fixes ...string) gate.Claim {
	return gate.Claim{
		Finding: report.Finding{Pos: at(pass, number), Rule: "rule" + number, Message: "m", Fixes: instead(pass, number, fixes...)},
		Case:    &toy{pass: pass, number: number, log: log},
	}
}

func TestReport(t *testing.T) {
	pass, reported := newPass(t)
	var log []string
	one, two, three := claim(pass, &log, "1", "10"), claim(pass, &log, "2", "13"), claim(pass, &log, "3")
	one.Case.(*toy).unshown = "it does not go wrong"
	three.Style = true
	three.Case.(*toy).unshown = "it is about style"
	res := gate.Gate{Pass: pass}.Report(pass, []gate.Claim{one, two, three})

	if len(*reported) != 2 || (*reported)[0].Category != "rule2" || (*reported)[1].Category != "rule3" {
		t.Fatalf("reported %v", *reported)
	}
	if f := res.Findings; f[0].Witness == nil || len(f[0].SuggestedFixes) != 0 || f[1].Witness != nil {
		t.Errorf("findings %+v", f)
	}
	for line, want := range map[int][]string{
		3: {"rule1 is not reported, because no execution shows it: it does not go wrong"},
		5: {"rule2 has no fix: 13 is wrong"},
		7: nil,
	} {
		if got := res.Why("p.go", line); !slices.Equal(got, want) {
			t.Errorf("line %d: %q, want %q", line, got, want)
		}
	}
	// What is not reported is not tried either.
	if slices.Contains(log, "1") {
		t.Errorf("tried %q", log)
	}
}

// Of claims about one place that have no fix one is reported, with the lines of the
// others; what has a fix is reported on its own, and so is
// what would be told with one that is suppressed.
func TestPlace(t *testing.T) {
	for _, test := range []struct {
		name     string
		change   func(pass *analysis.Pass, one, two, three *gate.Claim)
		reported []int // lines
		related  int   // of the first
		why      map[int]string
	}{
		{"three callers", func(*analysis.Pass, *gate.Claim, *gate.Claim, *gate.Claim) {}, []int{3}, 2, map[int]string{5: "rule is reported at p.go:3: it is the same", 7: "rule is reported at p.go:3: it is the same"}},
		{"another place", func(_ *analysis.Pass, _, two, _ *gate.Claim) { two.Place = "there" }, []int{3, 5}, 1, nil},
		{"no place", func(_ *analysis.Pass, one, two, three *gate.Claim) { one.Place, two.Place, three.Place = "", "", "" }, []int{3, 5, 7}, 0, nil},
		{"another rule", func(_ *analysis.Pass, _, two, _ *gate.Claim) { two.Rule = "other" }, []int{3}, 2, map[int]string{5: "other is reported at p.go:3: it is the same"}},
		{"one with a fix", func(p *analysis.Pass, _, two, _ *gate.Claim) { two.Fixes = instead(p, "2", "20") }, []int{3, 5}, 1, nil},
		{"the first has a fix", func(p *analysis.Pass, one, _, _ *gate.Claim) { one.Fixes = instead(p, "1", "10") }, []int{3, 5}, 0, nil},
		{"a fix that does not hold", func(p *analysis.Pass, _, two, _ *gate.Claim) { two.Fixes = instead(p, "2", "13") }, []int{3}, 2, nil},
		{"one is not shown", func(_ *analysis.Pass, _, two, _ *gate.Claim) { two.Case.(*toy).unshown = "it does not go wrong" }, []int{3}, 1,
			map[int]string{5: "rule is not reported, because no execution shows it: it does not go wrong"}},
		{"the first is suppressed", func(p *analysis.Pass, _, _, _ *gate.Claim) {
			p.Files[0].Comments = append(p.Files[0].Comments, &ast.CommentGroup{List: []*ast.Comment{{Slash: at(p, "func a"), Text: "//informerlint:ignore toy it is known"}}})
		}, []int{5}, 1, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			pass, reported := newPass(t)
			var log []string
			claims := []gate.Claim{claim(pass, &log, "1"), claim(pass, &log, "2"), claim(pass, &log, "3")}
			for i := range claims {
				claims[i].Rule, claims[i].Place, claims[i].Too = "rule", "here", "by this, too"
			}
			test.change(pass, &claims[0], &claims[1], &claims[2])
			res := gate.Gate{Pass: pass}.Report(pass, claims)
			var lines []int
			related := 0
			for i, d := range *reported {
				lines = append(lines, pass.Fset.Position(d.Pos).Line)
				if i == 0 {
					for _, r := range d.Related {
						if r.Message == "by this, too" {
							related++
						}
					}
				}
			}
			if !slices.Equal(lines, test.reported) || related != test.related {
				t.Errorf("reported lines %v, with %d others, want %v, with %d", lines, related, test.reported, test.related)
			}
			for line, want := range test.why {
				if got := strings.Join(res.Why("p.go", line), "; "); got != want {
					t.Errorf("line %d: %q, want %q", line, got, want)
				}
			}
		})
	}
}

// beside begins why a fix is not offered that holds alone.
const beside = "it holds alone, but not with the fixes that are offered beside it: "

func TestFixes(t *testing.T) {
	for _, test := range []struct {
		name   string
		claims func(pass *analysis.Pass, log *[]string) []gate.Claim
		want   []string // the fix of each claim, or why it has none
		log    []string
	}{
		{"each alone, then all at once", func(p *analysis.Pass, l *[]string) []gate.Claim {
			return []gate.Claim{claim(p, l, "1", "10"), claim(p, l, "2", "20")}
		}, []string{"10", "20"}, []string{"looked", "1", "looked", "2", "looked", "1", "2"}},
		{"without those that do not hold alone", func(p *analysis.Pass, l *[]string) []gate.Claim {
			return []gate.Claim{claim(p, l, "1", "10"), claim(p, l, "2", "13"), claim(p, l, "3", "30")}
		}, []string{"10", "- 13 is wrong", "30"}, []string{"looked", "1", "looked", "2", "looked", "3", "looked", "1", "3"}},
		{"the next candidate", func(p *analysis.Pass, l *[]string) []gate.Claim {
			return []gate.Claim{claim(p, l, "1", "13", "1", "10", "11")}
		}, []string{"10"}, []string{"looked", "1", "looked", "1", "looked", "1"}},
		// 7 and 8 hold each alone, and not together.
		{"not together", func(p *analysis.Pass, l *[]string) []gate.Claim {
			return []gate.Claim{claim(p, l, "1", "7"), claim(p, l, "2", "8"), claim(p, l, "3", "30")}
		}, []string{"7", "- " + beside + "7 and 8 are wrong together", "30"},
			[]string{"looked", "1", "looked", "2", "looked", "3", "looked", "1", "looked", "1", "looked", "1", "looked", "1", "3"}},
		{"another candidate holds together", func(p *analysis.Pass, l *[]string) []gate.Claim {
			return []gate.Claim{claim(p, l, "1", "7"), claim(p, l, "2", "8", "13", "9")}
		}, []string{"7", "9"},
			[]string{"looked", "1", "looked", "2", "looked", "1", "looked", "1", "looked", "1", "looked", "2", "looked", "2", "looked", "1", "2"}},
		{"it does not compile", func(p *analysis.Pass, l *[]string) []gate.Claim {
			return []gate.Claim{claim(p, l, "1", "undefined")}
		}, []string{"- p.go:3:23: undefined: undefined"}, nil},
		{"another one does not compile", func(p *analysis.Pass, l *[]string) []gate.Claim {
			return []gate.Claim{claim(p, l, "1", `"text"`), claim(p, l, "2", "20")}
		}, []string{"- p.go:3:23: cannot use \"text\" (untyped string constant) as int value in return statement", "20"}, []string{"looked", "2"}},
		{"the engine fails", func(p *analysis.Pass, l *[]string) []gate.Claim {
			return []gate.Claim{claim(p, l, "1", "666")}
		}, []string{"- the engine failed"}, []string{"looked", "1"}},
		{"fixes that overlap", func(p *analysis.Pass, l *[]string) []gate.Claim {
			other := claim(p, l, "1", "20")
			return []gate.Claim{claim(p, l, "1", "10"), other}
		}, []string{"10", "- " + beside + "their edits overlap"}, []string{"looked", "1", "looked", "1", "looked", "1"}},
		{"what compares beside what does not", func(p *analysis.Pass, l *[]string) []gate.Claim {
			one, two := claim(p, l, "1", "7"), claim(p, l, "2", "8")
			one.Case = none{one.Case}
			two.Case = comparing{two.Case.(*toy)}
			return []gate.Claim{one, two}
		}, []string{"7", "8"}, []string{"looked", "2"}},
		{"nothing to try", func(p *analysis.Pass, l *[]string) []gate.Claim {
			return []gate.Claim{claim(p, l, "1")}
		}, []string{"-"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			pass, _ := newPass(t)
			var got, log []string
			for _, o := range (gate.Gate{Pass: pass}).Decide(test.claims(pass, &log)) {
				if o.Witness == nil || len(o.Fixes) > 1 || len(o.Fixes) == 1 && o.Refused != "" {
					t.Fatalf("%+v", o)
				}
				if len(o.Fixes) == 1 {
					got = append(got, o.Fixes[0].Message)
				} else {
					got = append(got, strings.TrimSpace("- "+o.Refused))
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if !slices.Equal(log, test.log) {
				t.Errorf("tried %q, want %q", log, test.log)
			}
		})
	}
}

// inserted is a fix that puts text where a number stands, before it.
func inserted(pass *analysis.Pass, number, text string) []analysis.SuggestedFix {
	pos := at(pass, number)
	return []analysis.SuggestedFix{{Message: text, TextEdits: []analysis.TextEdit{{Pos: pos, End: pos, NewText: []byte(text)}}}}
}

// Two fixes that insert at one place come in either order, as whoever applies them
// has it: both have to be right.
func TestOrders(t *testing.T) {
	for _, test := range []struct{ one, two, want string }{
		{"2 + ", "3 + ", ""},  // 2 + 3 + 1 and 3 + 2 + 1
		{"2 - ", "3", beside}, // 2 - 31 and 32 - 1
	} {
		pass, _ := newPass(t)
		var log []string
		one, two := claim(pass, &log, "1"), claim(pass, &log, "1")
		one.Case, two.Case = &sum{pass}, &sum{pass}
		one.Fixes, two.Fixes = inserted(pass, "1", test.one), inserted(pass, "1", test.two)
		out := gate.Gate{Pass: pass}.Decide([]gate.Claim{one, two})
		if len(out[0].Fixes) != 1 || len(out[1].Fixes) == 1 != (test.want == "") || !strings.HasPrefix(out[1].Refused, test.want) {
			t.Errorf("%q and %q: %+v", test.one, test.two, out)
		}
	}
}

// sum is a case that a constant 32 spoils.
type sum struct{ pass *analysis.Pass }

func (c *sum) Witness() (*report.Witness, string) { return new(report.Witness), "" }

func (c *sum) Holds(e *gate.Edited) string {
	found, _ := look(e.Pass)
	if slices.Contains(found, "32") {
		return "32 is wrong"
	}
	return ""
}

// comparing is a case that wants all else to be as it was.
type comparing struct{ *toy }

func (comparing) Beside() gate.Case { return nil }

// partly compares, and says as a toy what is right whatever was there before.
type partly struct{ *toy }

func (c partly) Holds(*gate.Edited) string { return "" }

func (c partly) Beside() gate.Case { return c.toy }

// none is a case that finds nothing wrong.
type none struct{ gate.Case }

func (none) Holds(*gate.Edited) string { return "" }

// The fixes of a check have to hold beside those that the checks before it offer,
// and theirs beside it; what is not reported there is not offered either.
func TestOtherChecks(t *testing.T) {
	for _, test := range []struct {
		name            string
		first, second   []string
		how             string
		want, refusedBy string
	}{
		{"both hold", []string{"10"}, []string{"20"}, "", "20", ""},
		{"the second spoils the first", []string{"7"}, []string{"8"}, "", "", "7 and 8"},
		{"the next one of the second", []string{"7"}, []string{"8", "9"}, "", "9", ""},
		{"the first is suppressed", []string{"7"}, []string{"8"}, "suppressed", "8", ""},
		{"the first has none", nil, []string{"8"}, "", "8", ""},
		{"both compare with what was there", []string{"7"}, []string{"8"}, "compare", "8", ""},
		{"they compare, and something is right without that", []string{"7"}, []string{"8"}, "partly", "", "7 and 8"},
	} {
		t.Run(test.name, func(t *testing.T) {
			pass, _ := newPass(t)
			if test.how == "suppressed" {
				pass.Files[0].Comments = append(pass.Files[0].Comments, &ast.CommentGroup{List: []*ast.Comment{{Slash: at(pass, "func a"), Text: "//informerlint:ignore toy it is known"}}})
			}
			var log []string
			one, two := claim(pass, &log, "1", test.first...), claim(pass, &log, "2", test.second...)
			if test.how == "compare" {
				one.Case, two.Case = comparing{one.Case.(*toy)}, comparing{two.Case.(*toy)}
			}
			if test.how == "partly" {
				one.Case, two.Case = partly{one.Case.(*toy)}, partly{two.Case.(*toy)}
			}
			before := gate.Gate{Pass: pass}.Report(pass, []gate.Claim{one})
			if n := len(before.Findings); n == 1 == (test.how == "suppressed") {
				t.Fatalf("%d findings", n)
			}
			next := *pass
			next.Analyzer = &analysis.Analyzer{Name: "next", Requires: []*analysis.Analyzer{pass.Analyzer}}
			next.ResultOf = map[*analysis.Analyzer]any{pass.Analyzer: before}
			res := gate.Gate{Pass: pass}.Report(&next, []gate.Claim{two})
			got := ""
			if fixes := res.Findings[0].SuggestedFixes; len(fixes) > 0 {
				got = fixes[0].Message
			}
			why := strings.Join(res.Why("p.go", 5), "\n")
			if got != test.want || (why == "") != (test.refusedBy == "") || !strings.Contains(why, test.refusedBy) {
				t.Errorf("fix %q, want %q; why not: %q", got, test.want, why)
			}
		})
	}
}

// What some functions are enough for is not tried on all; what they are not
// enough for is.
func TestPartly(t *testing.T) {
	pass, _ := newPass(t)
	var log []string
	g := gate.Gate{Pass: pass, Needs: func(*ast.FuncDecl) bool { return false }}
	if o := g.Decide([]gate.Claim{claim(pass, &log, "1", "10")})[0]; len(o.Fixes) != 1 {
		t.Errorf("no fix: %s", o.Refused)
	}
	if want := []string{"looked", "1", "looked", "1"}; !slices.Equal(log, want) {
		t.Errorf("tried %q, want %q", log, want)
	}
	lone := claim(pass, &log, "1", "10")
	lone.Case.(*toy).unshown, lone.Style = "there is nothing to run", true
	if o := g.Decide([]gate.Claim{lone})[0]; len(o.Fixes) != 1 || o.Unshown != "" {
		t.Errorf("a fix of a claim that nothing is run for: %+v", o)
	}
	if lone.Style = false; (gate.Gate{Pass: pass}).Decide([]gate.Claim{lone})[0].Unshown == "" {
		t.Error("a claim that nothing shows is reported, and not as one of style")
	}
}

// The last steps of a witness become related positions, each line once, and not
// those that the finding names already.
func TestRelated(t *testing.T) {
	pass, _ := newPass(t)
	var log []string
	c := claim(pass, &log, "3")
	c.Case.(*toy).steps = []string{"1", "2", "1"}
	o := gate.Gate{Pass: pass}.Decide([]gate.Claim{c})[0]
	var got []string
	for _, r := range o.Related {
		got = append(got, r.Message)
	}
	if want := []string{"in the failing run, main: comes by 2", "in the failing run, main: comes by 1"}; !slices.Equal(got, want) {
		t.Errorf("related %q, want %q", got, want)
	}
	c.Related = []analysis.RelatedInformation{{Pos: at(pass, "2"), Message: "named"}}
	if o := (gate.Gate{Pass: pass}).Decide([]gate.Claim{c})[0]; len(o.Related) != 2 || o.Related[0].Message != "named" {
		t.Errorf("related %+v", o.Related)
	}
}
