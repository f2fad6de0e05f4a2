package analyzers

import (
	"go/format"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

func TestAnalyzersAreValidAndSorted(t *testing.T) {
	if err := analysis.Validate(All()); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, a := range All() {
		names = append(names, a.Name)
	}
	if !slices.IsSorted(names) {
		t.Errorf("All is not sorted by name: %v", names)
	}
}

// The catalogue and the registry name the same checks, and the flags of an
// analyzer are its optional rules.
func TestCatalogueMatchesRegistry(t *testing.T) {
	var registered, listed []string
	for _, a := range All() {
		registered = append(registered, a.Name)
	}
	for _, c := range Catalogue() {
		listed = append(listed, c.Name)
	}
	if !slices.Equal(registered, listed) {
		t.Fatalf("All has %v, Catalogue has %v", registered, listed)
	}
	for i, c := range Catalogue() {
		a := All()[i]
		for _, r := range c.Rules {
			f := a.Flags.Lookup(r.Name)
			switch {
			case r.On() && f != nil:
				t.Errorf("%s/%s is on by default and has a flag", c.Name, r.Name)
			case !r.On() && f == nil:
				t.Errorf("%s/%s is optional and has no flag", c.Name, r.Name)
			case !r.On() && f.DefValue != "false":
				t.Errorf("the flag of %s/%s is on by default", c.Name, r.Name)
			}
		}
	}
}

func TestRowsAreComplete(t *testing.T) {
	name := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	for _, c := range Catalogue() {
		if c.Summary == "" || c.Intro == "" || c.Wrong == "" || c.Right == "" || c.Fix == "" || len(c.Silent) == 0 || len(c.Rules) == 0 {
			t.Errorf("%s: a part of the row is empty", c.Name)
		}
		if strings.HasSuffix(c.Summary, ".") {
			t.Errorf("%s: the summary ends with a full stop, which the pages add", c.Name)
		}
		for _, r := range c.Rules {
			if !name.MatchString(r.Name) {
				t.Errorf("%s: rule %q is not a name that an anchor and a flag can have", c.Name, r.Name)
			}
			if r.Summary == "" || r.Source == "" {
				t.Errorf("%s/%s: a part is empty", c.Name, r.Name)
			}
		}
		for _, code := range []string{c.Wrong, c.Right} {
			got, err := format.Source([]byte(code))
			if err != nil || string(got) != code {
				t.Errorf("%s: an example is not Go in gofmt's form: %v\n%s", c.Name, err, got)
			}
		}
		if c.Wrong == c.Right {
			t.Errorf("%s: the wrong example is the right one", c.Name)
		}
	}
}

func TestTextIsForTerminals(t *testing.T) {
	for _, c := range Catalogue() {
		for _, rule := range append([]Rule{{}}, c.Rules...) {
			text := c.Text(rule.Name)
			if strings.Contains(text, "```") || strings.Contains(text, "\n#") {
				t.Errorf("%s/%s: Markdown is left:\n%s", c.Name, rule.Name, text)
			}
			if rule.Name != "" && (strings.Contains(text, "Not reported") || !strings.Contains(text, rule.Name)) {
				t.Errorf("%s/%s: not the text of the rule alone:\n%s", c.Name, rule.Name, text)
			}
		}
	}
}
