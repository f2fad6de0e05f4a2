package rewrite

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/proof/rewrite/internal/constructs"
)

// outcomes are what the functions of package constructs can return. "race" is
// for those that race: they are only looked at in the exploration.
var outcomes = map[string]struct {
	f    func() string
	want []string
}{
	"GoBinds":       {constructs.GoBinds, []string{"12 5 6"}},
	"GoPointer":     {constructs.GoPointer, []string{"4 4"}},
	"GoVariadic":    {constructs.GoVariadic, []string{"6"}},
	"Race2":         {constructs.Race2, []string{"ab", "ba"}},
	"Buffered":      {constructs.Buffered, []string{"2 3 [1 2] false"}},
	"SelectDefault": {constructs.SelectDefault, []string{"none 7 true"}},
	"SelectBreak":   {constructs.SelectBreak, []string{"3"}},
	"SelectSend":    {constructs.SelectSend, []string{"got 1", "put 1"}},
	"Locked":        {constructs.Locked, []string{"2"}},
	"Lost":          {constructs.Lost, []string{"1", "2"}},
	"Cancelled":     {constructs.Cancelled, []string{"true"}},
	"Once":          {constructs.Once, []string{"1"}},
	"Maps":          {constructs.Maps, []string{"[a1 b2 c3] 2 0 false"}},
	"Recovers":      {constructs.Recovers, []string{"recovered boom"}},
	"Switches":      {constructs.Switches, []string{"int1?otheranone!?other2.5"}},
	"Generics":      {constructs.Generics, []string{"2 1"}},
	"Channels":      {constructs.Channels, []string{"8"}},
	"Racy":          {nil, []string{"race"}},
	"RacyField":     {nil, []string{"race"}},
}

const explorer = `package main

import (
	"encoding/json"
	"os"

	"github.com/informerlint/informerlint/proof/rewrite/generated/p"
	"github.com/informerlint/informerlint/proof/twin/world"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

var functions = map[string]func() string{%s}

func main() {
	all := map[string]map[string]int{}
	for name, f := range functions {
		res := explore.Run(explore.Options{}, func() {
			world.New(cache.ProfileFor(37))
			sched.Outcome(f())
		})
		if !res.Complete {
			panic(name + ": " + res.Why)
		}
		all[name] = res.Outcomes
		for _, v := range res.Violations {
			all[name] = map[string]int{v.Kind: 1}
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(all); err != nil {
		panic(err)
	}
}
`

// A rewritten function returns, over all executions, exactly what the function
// can return, and nothing that Go itself returns is missing.
func TestConstructs(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile(filepath.Join("internal", "constructs", "constructs.go"))
	if err != nil {
		t.Fatal(err)
	}
	src = []byte(strings.Replace(string(src), "package constructs", "package p", 1))
	twins, err := ReadTwins("../twin")
	if err != nil {
		t.Fatal(err)
	}
	_, texts, err := rewritePackage("example.com/p", stdFset, []source{{"p/p.go", "p.go", src}}, std, twins, func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	var list string
	for name := range outcomes {
		list += fmt.Sprintf("%q: p.%s,\n", name, name)
	}
	// In the checkout, as far as the go command can tell.
	at := filepath.Join(root, "proof", "rewrite", "generated")
	dir := t.TempDir()
	replace := make(map[string]string)
	write := func(name, as string, text []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(at, as)] = filepath.Join(dir, name)
	}
	write("main.go", "main.go", fmt.Appendf(nil, explorer, list))
	write("p.go", filepath.Join("p", "p.go"), texts[0])
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", "-overlay", filepath.Join(dir, "overlay.json"), "./proof/rewrite/generated")
	cmd.Dir, cmd.Env = root, append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, stderr.String(), texts[0])
	}
	var got map[string]map[string]int
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	for name, o := range outcomes {
		if all := slices.Sorted(maps.Keys(got[name])); !slices.Equal(all, o.want) {
			t.Errorf("%s: the exploration returns %q, want %q", name, all, o.want)
		}
		for range 20 {
			if o.f == nil {
				break
			}
			if s := o.f(); !slices.Contains(o.want, s) {
				t.Errorf("%s returns %q, want one of %q", name, s, o.want)
			}
		}
	}
}
