//go:build full

package main

import (
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// cacheServer builds the pinned helper programs, runs the server, and returns
// the path of the helper and the server's address.
func cacheServer(t *testing.T) (helper, address string) {
	t.Helper()
	bin := t.TempDir()
	cmd := exec.Command("go", "build", "-o", bin+string(filepath.Separator), "tool")
	cmd.Dir = "../../tools/cacher"
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address = l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	server := exec.Command(filepath.Join(bin, "go-cacher-server"), "--cache-dir="+t.TempDir(), "--listen="+address)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill() // it may have ended by itself
		_ = server.Wait()         // killed
	})
	for range 100 {
		if c, err := net.Dial("tcp", address); err == nil {
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			return filepath.Join(bin, "go-cacher"), address
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("the cache server does not answer")
	return "", ""
}

// A second machine, which has nothing but the same checkout at the same path
// and the same tool, prints the findings of the first without running the
// tool on anything.
func TestVetSharedCache(t *testing.T) {
	helper, address := cacheServer(t)
	dir := tree(t, shapes, vetProgram)
	vettool := freshTool(t, realTool)
	machine := func(dir, vettool string, flags ...string) (result, map[string]string) {
		t.Helper()
		home := t.TempDir()
		env := []string{
			"GOCACHE=" + filepath.Join(home, "build"),
			"GOCACHEPROG=" + helper + " --cache-dir=" + filepath.Join(home, "cacher") + " --cache-server=http://" + address,
			waysVariable + "=" + filepath.Join(home, "ways"),
		}
		r := runIn(t, dir, env, "go", slices.Concat([]string{"vet", "-vettool=" + vettool}, flags, []string{"./..."})...)
		return r, ways(t, filepath.Join(home, "ways"))
	}
	own := func(units map[string]string) []string {
		var names []string
		for path := range units {
			if strings.HasPrefix(path, "example.com/") {
				names = append(names, path)
			}
		}
		return slices.Sorted(slices.Values(names))
	}

	first, analyzed := machine(dir, vettool)
	first.want(t, 1, "goroutinestart/start-races-wait", "startorder/late-registration")
	if len(analyzed) < 20 || len(own(analyzed)) != 5 {
		t.Errorf("the first machine ran the tool on %v", analyzed)
	}

	second, again := machine(dir, vettool)
	if len(again) > 0 {
		t.Errorf("the second machine ran the tool on %v", again)
	}
	if second.code != first.code || !slices.Equal(sortedLines(second.err), sortedLines(first.err)) {
		t.Errorf("the first machine: %d\n%s\nthe second: %d\n%s", first.code, first.err, second.code, second.err)
	}

	// The tool is known by its bytes, wherever it is.
	copied := filepath.Join(t.TempDir(), filepath.Base(vettool))
	text, err := os.ReadFile(vettool)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(copied, text, 0o777); err != nil {
		t.Fatal(err)
	}
	if r, again := machine(dir, copied); len(again) > 0 || r.code != 1 {
		t.Errorf("the same tool at another path: exit code %d, ran on %v", r.code, again)
	}

	// What the counts above rest on: another tool, and other flags, do run.
	if _, again := machine(dir, freshTool(t, realTool)); !maps.Equal(again, analyzed) {
		t.Errorf("another tool ran on %v, want %v", again, analyzed)
	}
	if _, again := machine(dir, vettool, "-stock"); len(again) != len(analyzed) {
		t.Errorf("with -stock the tool ran on %d packages, want %d", len(again), len(analyzed))
	}

	// After a change only what depends on it is analyzed.
	name := filepath.Join(dir, "settings", "settings.go")
	if err := os.WriteFile(name, []byte(readFile(t, name)+"\nvar Extra int\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, again = machine(dir, vettool)
	if got, want := slices.Sorted(maps.Keys(again)), []string{"example.com/app", "example.com/app/settings", "example.com/app_test"}; !slices.Equal(got, want) {
		t.Errorf("after a change the tool ran on %v, want %v", got, want)
	}

	// Another path of the checkout is another package to the go command, so
	// that it does not print findings with the paths of another machine...
	moved := tree(t, shapes, vetProgram)
	r, again := machine(moved, vettool)
	if got := own(again); len(got) != 5 || !strings.Contains(r.err, "main.go") || strings.Contains(r.err, dir) {
		t.Errorf("another checkout: the tool ran on %v\n%s", got, r.err)
	}
}
