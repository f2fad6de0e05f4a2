package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/report/format"
)

func TestFormatNamesAndContradictions(t *testing.T) {
	dir := tree(t, stub, raceFile)
	for args, want := range map[string]string{
		"-format xml":                               "want one of github, html, json, rdjson, sarif, text",
		"-format sarif -fix":                        "-format sarif cannot be combined with -fix or -diff",
		"-format sarif -json":                       "-json cannot be combined with -format sarif",
		"-format json -diff":                        "-json cannot be combined with -fix or -diff",
		"-write-baseline b -new-from x":             "-write-baseline cannot be combined with",
		"-baseline nowhere.json":                    "no such file",
		"-baseline race.go":                         "-baseline race.go: invalid character",
		"-new-from HEAD":                            "-new-from: git",
		"-write-baseline no/such/dir/file -v ./...": "no such file or directory",
	} {
		lint(t, dir, strings.Fields(args)...).want(t, exitTrouble, want)
	}
}

func TestExitCodesOfFormats(t *testing.T) {
	bad, good := tree(t, stub, raceFile), tree(t, stub, "-- a.go --\npackage app\n\nimport _ \"k8s.io/client-go/tools/cache\"\n")
	broken := tree(t, stub, raceFile, "-- b/b.go --\npackage b\n\nimport _ \"k8s.io/client-go/tools/cache\"\n\nvar x int = \"\"\n")
	for _, name := range format.Names() {
		want := exitFindings
		if name == format.JSON {
			want = exitClean
		}
		lint(t, bad, "-format", name).want(t, want, "start in a goroutine")
		lint(t, good, "-format="+name).want(t, exitClean)
		lint(t, broken, "-format", name).want(t, exitTrouble, "start in a goroutine")
	}
}

func TestFailOn(t *testing.T) {
	dir := tree(t, stub, raceFile) // its rule is not in the catalogue: a warning
	for args, code := range map[string]int{
		"": exitFindings, "-fail-on=warning": exitFindings, "-fail-on=note": exitFindings, "-fail-on=error": exitClean,
		"-fail-on=none": exitTrouble, "-severity=nothing=note": exitTrouble,
	} {
		if r := lint(t, dir, strings.Fields(args)...); r.code != code {
			t.Errorf("%s: exit code %d, want %d\n%s", args, r.code, code, r.err)
		}
	}
}

func TestWitnessInText(t *testing.T) {
	r := lint(t, tree(t, stub, raceFile), "-witness")
	r.want(t, exitFindings)
	const want = `race.go:7:2: start in a goroutine (toystart/race)
	race.go:6:1: in this function
	witness: what is started has been registered; 2 of 6 execution classes within 1 object, 0 faults
		 1. main            race.go:7: the goroutine begins
		 2. goroutine       race.go:7: Start runs
		 3. main            lib/lib.go:3: the helper returns
		 4. the API server  sends an event
`
	if r.out != want {
		t.Errorf("got\n%s\nwant\n%s", r.out, want)
	}
}

func TestWitnessInJSON(t *testing.T) {
	dir := tree(t, stub, raceFile)
	r := lint(t, dir, "-json")
	var got map[string]map[string][]format.JSONFinding
	if err := json.Unmarshal([]byte(r.out), &got); err != nil {
		t.Fatal(err)
	}
	w := got["example.com/app"]["toystart"][0].Witness
	file := filepath.Join(dir, "race.go")
	if w == nil || w.Classes != 6 || w.Violating != 2 || w.Property == "" || w.Bound == "" || len(w.Steps) != 4 ||
		w.Steps[0].Posn != file+":7:2" || w.Steps[2].Posn != "lib/lib.go:3" || w.Steps[3].Posn != "" || w.Steps[3].Thread != "the API server" {
		t.Errorf("witness %+v", w)
	}
}

func TestGitHubAnnotations(t *testing.T) {
	dir := tree(t, stub, raceFile, "-- quiet.go --\npackage app\n\nfunc Quiet() {}\n", "-- .git/HEAD --\nref\n")
	want := "::warning file=quiet.go,line=3,endLine=3,title=toyquiet/loud::not so quiet (toyquiet/loud)\n" +
		"::warning file=race.go,line=7,col=2,endColumn=17,title=toystart/race::start in a goroutine (toystart/race)%0Arace.go:6: in this function\n"
	// From wherever it is started: the paths are the repository's.
	for _, args := range [][]string{{dir}, {filepath.Dir(dir), "-C", filepath.Base(dir)}} {
		if r := lint(t, args[0], append(args[1:], "-format", "github")...); r.out != want {
			t.Errorf("got\n%s\nwant\n%s", r.out, want)
		}
	}
}

func TestRDJSON(t *testing.T) {
	dir := tree(t, stub, raceFile)
	r := lint(t, dir, "-format", "rdjson")
	const want = `{
  "source": {
    "name": "informerlint",
    "url": "https://github.com/informerlint/informerlint"
  },
  "diagnostics": [
    {
      "message": "start in a goroutine (toystart/race)",
      "location": {
        "path": "race.go",
        "range": {
          "start": {
            "line": 7,
            "column": 2
          },
          "end": {
            "line": 7,
            "column": 17
          }
        }
      },
      "severity": "WARNING",
      "code": {
        "value": "toystart/race",
        "url": "https://github.com/informerlint/informerlint/blob/main/docs/checks/toystart.md#race"
      },
      "suggestions": [
        {
          "range": {
            "start": {
              "line": 7,
              "column": 2
            },
            "end": {
              "line": 7,
              "column": 5
            }
          },
          "text": ""
        }
      ],
      "related_locations": [
        {
          "message": "in this function",
          "location": {
            "path": "race.go",
            "range": {
              "start": {
                "line": 6,
                "column": 1
              },
              "end": {
                "line": 6,
                "column": 1
              }
            }
          }
        }
      ]
    }
  ]
}
`
	if r.out != want {
		t.Errorf("got\n%s\nwant\n%s", r.out, want)
	}
}

// Code scanning knows a finding again by its fingerprint: it stays when lines
// move, and two findings never share one.
func TestFingerprints(t *testing.T) {
	const two = "\n-- race.go --\npackage app\n\nimport \"k8s.io/client-go/tools/cache\"\n%s\nfunc Race(i, j *cache.Informer) {\n\tgo i.Start(nil)\n\tgo  j.Start(nil)\n\tgo i.Start(nil)\n}\n\nfunc Other(i *cache.Informer) {\n\tgo i.Start(nil)\n}\n"
	prints := func(text string) []string {
		dir := tree(t, stub, text)
		var log struct {
			Runs []struct {
				Results []struct {
					Fingerprints map[string]string `json:"partialFingerprints"`
				} `json:"results"`
			} `json:"runs"`
		}
		r := lint(t, dir, "-format", "sarif")
		if err := json.Unmarshal([]byte(r.out), &log); err != nil {
			t.Fatal(err)
		}
		var out []string
		seen := make(map[string]bool)
		for _, res := range log.Runs[0].Results {
			p := res.Fingerprints["informerlint/v1"]
			if p == "" || seen[p] {
				t.Errorf("fingerprint %q is empty or not the only one", p)
			}
			seen[p] = true
			out = append(out, p)
		}
		return out
	}
	before, after := prints(strings.Replace(two, "%s", "", 1)), prints(strings.Replace(two, "%s", "\n// Text.\nvar X int\n", 1))
	if len(before) != 4 || strings.Join(before, " ") != strings.Join(after, " ") {
		t.Errorf("fingerprints %v, and with other lines %v", before, after)
	}
}

func TestBaseline(t *testing.T) {
	dir := tree(t, stub, raceFile, "-- quiet.go --\npackage app\n\nfunc Quiet() {}\n")
	lint(t, dir, "-write-baseline", "base.json").want(t, exitClean, "wrote 2 findings to base.json")
	lint(t, dir, "-baseline", "base.json").want(t, exitClean)

	// Lines move; a new finding is not hidden by an old one of its kind.
	moved := strings.Replace(readFile(t, dir, "race.go"), "// Race starts.", "// Race starts\n// in a goroutine.", 1)
	moved = strings.Replace(moved, "\tgo i.Start(nil)\n", "\tgo i.Start(nil)\n\tgo i.Start(nil)\n", 1)
	write(t, moved, dir, "race.go")
	r := lint(t, dir, "-baseline", "base.json")
	r.want(t, exitFindings, "race.go:9:2")
	if n := strings.Count(r.out, "toystart/race"); n != 1 || strings.Contains(r.out, "toyquiet") {
		t.Errorf("left are\n%s", r.out)
	}

	// What is gone is said, if its package was looked at.
	write(t, "package app\n\nimport _ \"k8s.io/client-go/tools/cache\"\n", dir, "race.go")
	lint(t, dir, "-v", "-baseline", "base.json").want(t, exitClean, "the baseline has a finding that is gone: toystart/race in example.com/app.Race (1): go i.Start(nil)")

	write(t, `{"version": 2, "findings": []}`, dir, "base.json")
	lint(t, dir, "-baseline", "base.json").want(t, exitTrouble, "version 2, but this informerlint reads version 1")
	write(t, `{"version": 1, "findings": [{"check": "a"}]}`, dir, "base.json")
	lint(t, dir, "-baseline", "base.json").want(t, exitTrouble, "an entry has no check or no count")
}

func write(t testing.TB, text string, elem ...string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(elem...), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestNewFrom(t *testing.T) {
	dir := tree(t, stub, raceFile)
	gitIn := func(args ...string) {
		t.Helper()
		runIn(t, dir, []string{"GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com"},
			"git", args...).want(t, 0)
	}
	gitIn("init", "-q")
	lint(t, dir, "-new-from", "HEAD").want(t, exitTrouble, `git knows no revision "HEAD"`)
	gitIn("add", ".")
	gitIn("commit", "-q", "-m", "first")
	lint(t, dir).want(t, exitFindings)
	lint(t, dir, "-new-from", "HEAD").want(t, exitClean)
	lint(t, dir, "-new-from", "nothing").want(t, exitTrouble, `-new-from: git knows no revision "nothing"`)
	lint(t, dir, "-new-from", "--output=x").want(t, exitTrouble, "git knows no revision")

	// A changed line that a finding marks, or only points at; a file that git
	// does not know yet, with a name that git would quote.
	text := readFile(t, dir, "race.go")
	write(t, strings.Replace(text, "go i.Start(nil)", "go i.Start( nil)", 1), dir, "race.go")
	lint(t, dir, "-new-from", "HEAD").want(t, exitFindings, "race.go:7:2")
	write(t, strings.Replace(text, "Race(i *", "Race(i  *", 1), dir, "race.go")
	lint(t, dir, "-new-from", "HEAD").want(t, exitFindings, "race.go:7:2")
	write(t, strings.Replace(text, "// Race starts.", "// Race starts. Now\n// it does.", 1), dir, "race.go")
	lint(t, dir, "-new-from", "HEAD").want(t, exitClean)
	write(t, text, dir, "race.go")
	write(t, strings.ReplaceAll(text, "Race", "Neu"), dir, "grün.go")
	r := lint(t, filepath.Dir(dir), "-C", filepath.Base(dir), "-new-from", "HEAD")
	r.want(t, exitFindings, "grün.go:7:2")
	gitIn("add", ".")
	r = lint(t, dir, "-new-from", "HEAD")
	r.want(t, exitFindings, "grün.go:7:2")
	if strings.Contains(r.out, "race.go") {
		t.Errorf("an old finding is there:\n%s", r.out)
	}
}

// The reports list every rule of the catalogue, as the catalogue has it.
func TestReportsListTheCatalogue(t *testing.T) {
	rules := described().Rules
	for _, c := range analyzers.Catalogue() {
		for _, r := range c.Rules {
			if len(rules) == 0 {
				t.Fatalf("%s/%s is missing", c.Name(), r.Name)
			}
			got := rules[0]
			rules = rules[1:]
			if got.ID != c.Name()+"/"+r.Name || got.HelpURI != report.Base+c.Name()+".md#"+r.Name || got.Help == "" || got.Summary != r.Summary ||
				got.On != r.On() || got.Level != analyzers.Level(c.Name(), r.Name) {
				t.Errorf("%s/%s: %+v", c.Name(), r.Name, got)
			}
		}
	}
	if len(rules) > 0 {
		t.Errorf("%d more rules", len(rules))
	}
}
