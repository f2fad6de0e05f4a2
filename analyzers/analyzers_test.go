package analyzers

import (
	"go/format"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/check"
	"github.com/informerlint/informerlint/internal/check/kind"
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

// The flags of an analyzer are its optional rules.
func TestOptionalRulesHaveFlags(t *testing.T) {
	for _, c := range Catalogue() {
		for _, r := range c.Rules {
			f := c.Analyzer.Flags.Lookup(r.Name)
			switch {
			case r.On() && f != nil:
				t.Errorf("%s/%s is on by default and has a flag", c.Name(), r.Name)
			case !r.On() && f == nil:
				t.Errorf("%s/%s is optional and has no flag", c.Name(), r.Name)
			case !r.On() && f.DefValue != "false":
				t.Errorf("the flag of %s/%s is on by default", c.Name(), r.Name)
			}
		}
	}
}

// Every rule says what a user sees, before anything is said of causes.
func TestRulesHaveSymptoms(t *testing.T) {
	seen := make(map[string]string)
	for _, c := range Catalogue() {
		for _, r := range c.Rules {
			id := c.Name() + "/" + r.Name
			if r.Symptom == "" {
				t.Errorf("%s has no symptom", id)
				continue
			}
			if !strings.HasSuffix(r.Symptom, ".") || strings.Contains(r.Symptom, "\n") || len(r.Symptom) > 350 {
				t.Errorf("%s: the symptom is not one or two sentences: %q", id, r.Symptom)
			}
			if other, ok := seen[r.Symptom]; ok {
				t.Errorf("%s has the symptom of %s", id, other)
			}
			seen[r.Symptom] = id

			page := Markdown(c)
			if at := strings.Index(page, r.Symptom); at < 0 || at > strings.Index(page, "## Cause") {
				t.Errorf("%s: its page does not begin with the symptom", id)
			}
			plain := wrap("Symptom: ", "", r.Symptom)
			if text := Text(c, r.Name); !strings.HasPrefix(text, id+"\n\n"+plain) {
				t.Errorf("explain %s does not begin with the symptom:\n%s", id, text)
			}
			if text := Text(c, ""); !strings.Contains(text, wrap("- ", "  ", r.Symptom+" ("+r.Name+")")) {
				t.Errorf("explain %s lacks the symptom of %s:\n%s", c.Name(), r.Name, text)
			}
		}
	}
}

// reference matches what leads a reader of one rule, in a terminal or in SARIF,
// to text that he does not see.
var reference = regexp.MustCompile(`(?i)\b(as|see) (above|below|before)\b|\bother rule\b`)

func TestChecksAreComplete(t *testing.T) {
	name := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	for _, c := range Catalogue() {
		if c.Kind.String() == "" || kind.Of(c.Name()) != c.Kind {
			t.Errorf("%s: the kind is %q here and %q in package kind", c.Name(), c.Kind, kind.Of(c.Name()))
		}
		if c.Summary == "" || c.Intro == "" || c.Wrong == "" || c.Right == "" || c.Fix == "" || len(c.Silent) == 0 || len(c.Rules) == 0 {
			t.Errorf("%s: a text is empty", c.Name())
		}
		if strings.HasSuffix(c.Summary, ".") {
			t.Errorf("%s: the summary ends with a full stop, which the pages add", c.Name())
		}
		for _, r := range c.Rules {
			if !name.MatchString(r.Name) {
				t.Errorf("%s: rule %q is not a name that an anchor and a flag can have", c.Name(), r.Name)
			}
			if r.Summary == "" || r.Source == "" {
				t.Errorf("%s/%s: a part is empty", c.Name(), r.Name)
			}
			if m := reference.FindString(r.Symptom + r.Summary + r.Optional + r.Source); m != "" {
				t.Errorf("%s/%s: a rule is read without the others, and its text says %q", c.Name(), r.Name, m)
			}
		}
		for _, code := range []string{c.Wrong, c.Right} {
			got, err := format.Source([]byte(code))
			if err != nil || string(got) != code {
				t.Errorf("%s: an example is not Go in gofmt's form: %v\n%s", c.Name(), err, got)
			}
		}
		if c.Wrong == c.Right {
			t.Errorf("%s: the wrong example is the right one", c.Name())
		}
	}
}

func TestTextIsForTerminals(t *testing.T) {
	for _, c := range Catalogue() {
		for _, rule := range append([]check.Rule{{}}, c.Rules...) {
			text := Text(c, rule.Name)
			if strings.Contains(text, "```") || strings.Contains(text, "\n#") {
				t.Errorf("%s/%s: Markdown is left:\n%s", c.Name(), rule.Name, text)
			}
			if rule.Name != "" && (strings.Contains(text, "Not reported") || !strings.Contains(text, rule.Name)) {
				t.Errorf("%s/%s: not the text of the rule alone:\n%s", c.Name(), rule.Name, text)
			}
		}
	}
}
