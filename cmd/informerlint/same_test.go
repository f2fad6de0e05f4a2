package main

import (
	"fmt"
	"strings"
	"testing"
)

// The same packages give the same bytes, whatever is analyzed when: packages are
// looked at side by side, and what is found in them comes in any order.
func TestSameBytesEachTime(t *testing.T) {
	var b strings.Builder
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		b.WriteString(strings.ReplaceAll(raceFile, "race.go", name+"/race.go"))
		fmt.Fprintf(&b, "-- %s/more.go --\npackage app\n\nimport \"k8s.io/client-go/tools/cache\"\n\nfunc More(i, j *cache.Informer) {\n\tgo i.Start(nil)\n\tgo j.Start(nil)\n}\n", name)
		fmt.Fprintf(&b, "-- %s/more_test.go --\npackage app\n\nfunc init() { go More(nil, nil) }\n", name)
	}
	dir := tree(t, stub, b.String())
	var want string
	for i := range 10 {
		env := []string{"INFORMERLINT_CACHE=off", fmt.Sprint("GOMAXPROCS=", []int{1, 2, 8}[i%3])}
		r := runIn(t, dir, env, tool(t, toyTool), "-json", "./...")
		r.want(t, exitClean)
		if i == 0 {
			want = r.out
			if n := strings.Count(want, `"posn"`); n < 24 {
				t.Fatalf("%d findings:\n%s", n, want)
			}
		}
		if r.out != want {
			t.Fatalf("run %d says\n%s\nand the first\n%s", i, r.out, want)
		}
	}
}
