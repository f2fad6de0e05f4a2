package format

import (
	"strings"
	"testing"
)

func TestGitHubEscapes(t *testing.T) {
	if got := property("50%: a,b\nc"); got != "50%25%3A a%2Cb%0Ac" {
		t.Errorf("property %q", got)
	}
	var b strings.Builder
	if err := Write(&b, GitHub, sarifOutcome(t)); err != nil {
		t.Fatal(err)
	}
	line, _, _ := strings.Cut(b.String(), "\n")
	const want = "::error file=dir with space/a.go,line=3,col=22,endColumn=23,title=startorder/late-registration::" +
		"too late (startorder/late-registration)%0Adir with space/a.go:3: here"
	if line != want {
		t.Errorf("got\n%s\nwant\n%s", line, want)
	}
}

// What the tool does not list is a warning.
func TestLevelOfAnUnknownRule(t *testing.T) {
	o := sarifOutcome(t)
	f := o.Found[0]
	if got := o.Tool.level(f); got != "error" {
		t.Errorf("level %s, want error", got)
	}
	f.Category = "unheard-of"
	if got := o.Tool.level(f); got != "warning" {
		t.Errorf("level %s, want warning", got)
	}
}

// A note is one in each form that knows severities.
func TestNotes(t *testing.T) {
	o := sarifOutcome(t)
	o.Found = o.Found[:1]
	o.Found[0].Severity = "note"
	for form, want := range map[string]string{
		GitHub: "::notice file=", SARIF: `"level": "note"`, RDJSON: `"severity": "INFO"`, JSON: `"severity": "note"`, Text: ": note: too late",
	} {
		var b strings.Builder
		if err := Write(&b, form, o); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("%s: %v, no %s in\n%s", form, err, want, b.String())
		}
	}
}

func TestNamesOfForms(t *testing.T) {
	if got := List(); got != "github, html, json, rdjson, sarif, text" || !Known(SARIF) || Known("xml") {
		t.Errorf("forms %s, sarif %v, xml %v", got, Known(SARIF), Known("xml"))
	}
}
