//go:build unix

// Bench measures what informerlint costs, in one run and on one machine,
// against a tool for go vet whose single check does nothing.
//
//	go run ./internal/bench [-n 5] [-cache DIR] [-large DIR] [-only NAME]
//
// from the root of the repository. It prints a table in Markdown, of processor
// time (user and system, with all child processes) and of the peak memory of
// the largest process. Wall-clock time is not measured: it says more about the
// machine's other work.
//
//   - cold: the tool has never run on these packages, everything is compiled
//   - warm: the same command again
//   - by itself: informerlint without go vet, which caches nothing
//
// A tool is made cold by random bytes at its end: go vet's cache knows tools
// by their bytes. Cold runs are made in pairs, in changing order, and what is
// printed is the median of the pairs' ratios.
package main

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A target is a set of packages to analyze.
type target struct {
	name     string
	dir      string
	patterns []string
}

// A cost is what one command took.
type cost struct {
	cpu  time.Duration
	peak float64 // MB
}

type bench struct {
	n       int
	env     []string
	scratch string
	tools   map[string][]byte // by name: the program
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	n := flag.Int("n", 5, "how many pairs of cold runs")
	cache := flag.String("cache", "", "the `directory` of a build cache; default a new one, which takes minutes to fill")
	large := flag.String("large", "", "the `directory` of a large repository to measure as well")
	pattern := flag.String("packages", "./...", "the packages of the large repository")
	only := flag.String("only", "", "measure only the target of this name")
	flag.Parse()
	if flag.NArg() > 0 || *n < 1 {
		flag.Usage()
		os.Exit(2)
	}
	targets := []target{
		{"no informers", ".", []string{"./cmd/...", "./internal/...", "./analyzers/..."}},
		{"small client", "testdata", []string{"./startorder/late", "./startorder/elsewhere/...", "./goroutinestart/race"}},
	}
	if *large != "" {
		targets = append(targets, target{filepath.Base(*large), *large, strings.Fields(*pattern)})
	}
	if err := run(*n, *cache, *only, targets); err != nil {
		log.Fatal(err)
	}
}

func run(n int, cache, only string, targets []target) error {
	scratch, err := os.MkdirTemp("", "informerlint-bench-")
	if err != nil {
		return err
	}
	defer func() {
		if err := os.RemoveAll(scratch); err != nil {
			log.Print(err)
		}
	}()
	if cache == "" {
		cache = filepath.Join(scratch, "cache")
	}
	b := &bench{n: n, scratch: scratch, env: append(os.Environ(), "GOCACHE="+cache, "GOFLAGS="+os.Getenv("GOFLAGS")), tools: make(map[string][]byte)}
	for name, pkg := range map[string]string{"noop": "./internal/bench/noop", "informerlint": "./cmd/informerlint"} {
		out := filepath.Join(scratch, name)
		if _, _, err := b.command(".", "go", "build", "-o", out, pkg); err != nil {
			return err
		}
		if b.tools[name], err = os.ReadFile(out); err != nil {
			return err
		}
	}

	fmt.Println("| packages | how | nothing: CPU, peak | informerlint: CPU, peak | CPU ratio | peak ratio |")
	fmt.Println("| --- | --- | --- | --- | --- | --- |")
	for _, t := range targets {
		if only != "" && t.name != only {
			continue
		}
		if err := b.measure(t); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	return nil
}

func (b *bench) measure(t target) error {
	size, err := b.size(t)
	if err != nil {
		return err
	}
	label := fmt.Sprintf("%s (%s)", t.name, size)
	// Compile everything, which go vet does for every tool.
	if _, err := b.vet(t, b.salted("noop")); err != nil {
		return err
	}
	var cold, warm, alone [2][]cost
	for i := range b.n {
		order := []string{"noop", "informerlint"}
		if i%2 == 1 {
			slices.Reverse(order)
		}
		for _, name := range order {
			k := map[string]int{"noop": 0, "informerlint": 1}[name]
			tool := b.salted(name)
			c, err := b.vet(t, tool)
			if err != nil {
				return err
			}
			cold[k] = append(cold[k], c)
			if c, err = b.vet(t, tool); err != nil {
				return err
			}
			warm[k] = append(warm[k], c)
		}
		tool := b.salted("informerlint")
		c, _, err := b.command(t.dir, tool, t.patterns...)
		if err != nil {
			return err
		}
		alone[1] = append(alone[1], c)
	}
	row(label, "go vet, cold", cold)
	row(label, "go vet, warm", warm)
	row(label, "by itself", alone)
	return nil
}

func row(label, how string, costs [2][]cost) {
	base, own := costs[0], costs[1]
	show := func(cs []cost) string {
		if len(cs) == 0 {
			return ""
		}
		return fmt.Sprintf("%.1f s, %.0f MB", median(cs, func(c cost) float64 { return c.cpu.Seconds() }), median(cs, func(c cost) float64 { return c.peak }))
	}
	ratio := func(of func(cost) float64) string {
		if len(base) == 0 {
			return ""
		}
		rs := make([]float64, len(own))
		for i := range own {
			rs[i] = of(own[i]) / of(base[i])
		}
		return fmt.Sprintf("%.2f (%.2f to %.2f)", median(rs, func(r float64) float64 { return r }), slices.Min(rs), slices.Max(rs))
	}
	fmt.Printf("| %s | %s | %s | %s | %s | %s |\n", label, how, show(base), show(own),
		ratio(func(c cost) float64 { return c.cpu.Seconds() }), ratio(func(c cost) float64 { return c.peak }))
}

func median[T any](all []T, of func(T) float64) float64 {
	values := make([]float64, len(all))
	for i, x := range all {
		values[i] = of(x)
	}
	slices.SortFunc(values, func(a, b float64) int { return cmp.Compare(a, b) })
	mid := len(values) / 2
	if len(values)%2 == 1 {
		return values[mid]
	}
	return (values[mid-1] + values[mid]) / 2
}

// salted returns a tool that go vet's cache has not seen.
func (b *bench) salted(name string) string {
	salt := rand.Text()
	path := filepath.Join(b.scratch, name+"-"+salt)
	if err := os.WriteFile(path, append(slices.Clone(b.tools[name]), salt...), 0o777); err != nil {
		log.Fatal(err)
	}
	return path
}

func (b *bench) vet(t target, tool string) (cost, error) {
	c, _, err := b.command(t.dir, "go", append([]string{"vet", "-vettool=" + tool}, t.patterns...)...)
	return c, err
}

// size counts the packages of a target and all that they import.
func (b *bench) size(t target) (string, error) {
	_, roots, err := b.command(t.dir, "go", append([]string{"list"}, t.patterns...)...)
	if err != nil {
		return "", err
	}
	_, deps, err := b.command(t.dir, "go", append([]string{"list", "-deps", "-test"}, t.patterns...)...)
	if err != nil {
		return "", err
	}
	return strconv.Itoa(len(bytes.Fields(roots))) + " packages, " + strconv.Itoa(bytes.Count(deps, []byte("\n"))) + " with imports", nil
}

// command runs a command and returns what it cost and printed. Findings, for
// which both drivers exit with 1, are no error.
func (b *bench) command(dir, name string, args ...string) (cost, []byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, b.env
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err := cmd.Run()
	if cmd.ProcessState == nil {
		return cost{}, nil, err
	}
	if code := cmd.ProcessState.ExitCode(); code != 0 && (code != 1 || bytes.Contains(errOut.Bytes(), []byte("vet: "))) {
		return cost{}, nil, fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, errOut.Bytes())
	}
	c := cost{cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if ru, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.peak = float64(ru.Maxrss) / 1024 // kilobytes on Linux
	}
	return c, out.Bytes(), nil
}
