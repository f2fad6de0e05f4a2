package config

import "testing"

func TestSeverity(t *testing.T) {
	c, err := Parse("/repo/.informerlint.yaml", []byte("severity:\n  tombstone: warning\n  tombstone/dropped: note\n"))
	if err != nil {
		t.Fatal(err)
	}
	for rule, want := range map[[2]string]Severity{
		{"tombstone", "dropped"}: AsNote, {"tombstone", "key-func"}: AsWarning, {"startorder", "never-started"}: "",
	} {
		if got := c.Severity(rule[0], rule[1]); got != want {
			t.Errorf("%v: %q, want %q", rule, got, want)
		}
	}
	if (*Config)(nil).Severity("tombstone", "dropped") != "" {
		t.Error("no file has a severity")
	}
	for text, want := range map[string]string{
		"severity:\n  tombs: note\n":        `f.yaml:2: severity: there is no check or rule "tombs"`,
		"severity:\n  tombstone: grave\n":   "f.yaml:2: severity: tombstone: want error, warning or note",
		"severity:\n  tombstone: [note]\n":  "f.yaml:2: severity: tombstone: want error, warning or note",
		"severity:\n  tombstone/x: error\n": `f.yaml:2: severity: there is no check or rule "tombstone/x"`,
	} {
		if _, err := Parse("f.yaml", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestSeverityFlag(t *testing.T) {
	s := make(Severities)
	for _, text := range []string{"uidcheck=warning", "uidcheck/generation-dropped=note"} {
		if err := s.Set(text); err != nil {
			t.Error(err)
		}
	}
	if s.Of("uidcheck", "generation-dropped") != AsNote || s.Of("uidcheck", "uid-keyed-state") != AsWarning || s.Of("tombstone", "dropped") != "" {
		t.Errorf("severities %v", s)
	}
	for _, text := range []string{"uidcheck", "uid=note", "uidcheck=loud"} {
		if s.Set(text) == nil {
			t.Errorf("%q is taken", text)
		}
	}
	if !AsError.AtLeast(AsWarning) || AsNote.AtLeast(AsWarning) || !AsNote.AtLeast(AsNote) {
		t.Error("the order of severities")
	}
}
