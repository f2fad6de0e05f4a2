//go:build unix

// Bench measures what informerlint costs, in one run and on one machine: as a
// tool for go vet, against one whose single check does nothing, and stand-alone,
// against staticcheck, in the version that the repository pins.
//
//	go run ./internal/bench [-n 5] [-cache DIR] [-large DIR] [-leaf FILE] [-only NAME] [-how vet,alone]
//
// from the root of the repository. It prints a table in Markdown, of processor
// time (user and system, with all child processes) and of the peak memory of
// the largest process. Wall-clock time is not measured: it says more about the
// machine's other work.
//
//   - go vet, cold: the tool has never run on these packages, everything is
//     compiled
//   - go vet, warm: the same command again
//   - stand-alone, cold: without go vet. Both have an empty cache of their own, and
//     everything that staticcheck has the go command compile is compiled
//   - stand-alone, warm: the same command again
//   - stand-alone, after an edit: the same once more, with a new variable in a
//     package that nobody imports
//
// A tool is made cold for go vet by random bytes at its end: go vet's cache
// knows tools by their bytes. Runs are made in pairs, in changing order, and
// what is printed is the median of the pairs' ratios.
package main

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"errors"
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
	leaf     string // a file in dir, of a package that nobody imports
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
	how     []string
	tools   map[string][]byte // by name: the program
}

// Ways to measure.
const (
	asVettool = "vet"
	byItself  = "alone"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	n := flag.Int("n", 5, "how many pairs of cold runs")
	cache := flag.String("cache", "", "the `directory` of a build cache; default a new one, which takes minutes to fill")
	large := flag.String("large", "", "the `directory` of a large repository to measure as well")
	pattern := flag.String("packages", "./...", "the packages of the large repository")
	leaf := flag.String("leaf", "", "a `file` of the large repository to edit, relative to it, of a package that nobody imports")
	only := flag.String("only", "", "measure only the target of this name")
	how := flag.String("how", asVettool+","+byItself, "what to measure")
	flag.Parse()
	if flag.NArg() > 0 || *n < 1 {
		flag.Usage()
		os.Exit(2)
	}
	targets := []target{
		{"no informers", ".", []string{"./cmd/...", "./internal/...", "./analyzers/..."}, "cmd/informerlint/main.go"},
		{"small client", "testdata", []string{"./startorder/late", "./startorder/elsewhere/...", "./goroutinestart/race"}, "goroutinestart/race/main.go"},
	}
	if *large != "" {
		targets = append(targets, target{filepath.Base(*large), *large, strings.Fields(*pattern), *leaf})
	}
	if err := run(*n, *cache, *only, strings.Split(*how, ","), targets); err != nil {
		log.Fatal(err)
	}
}

func run(n int, cache, only string, how []string, targets []target) error {
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
	b := &bench{n: n, how: how, scratch: scratch, env: append(os.Environ(), "GOCACHE="+cache, "GOFLAGS="+os.Getenv("GOFLAGS")), tools: make(map[string][]byte)}
	builds := map[string][]string{
		"noop":         {"./internal/bench/noop"},
		"informerlint": {"./cmd/informerlint"},
		"staticcheck":  {"-modfile=tools/go.mod", "honnef.co/go/tools/cmd/staticcheck"},
	}
	for name, args := range builds {
		out := filepath.Join(scratch, name)
		if _, _, err := b.command(".", nil, "go", slices.Concat([]string{"build", "-o", out}, args)...); err != nil {
			return err
		}
		if b.tools[name], err = os.ReadFile(out); err != nil {
			return err
		}
	}

	fmt.Println("| packages | how | against: CPU, peak | informerlint: CPU, peak | CPU ratio | peak ratio |")
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
	label := fmt.Sprintf("%s (%s), %d pairs", t.name, size, b.n)
	if slices.Contains(b.how, asVettool) {
		// Compile everything, which go vet does for every tool.
		if _, err := b.vet(t, b.salted("noop")); err != nil {
			return err
		}
		var cold, warm [2][]cost
		err := b.pairs("noop", func(k int, name string) error {
			tool := b.salted(name)
			defer b.remove(tool)
			c, err := b.vet(t, tool)
			if err != nil {
				return err
			}
			cold[k] = append(cold[k], c)
			c, err = b.vet(t, tool)
			warm[k] = append(warm[k], c)
			return err
		})
		if err != nil {
			return err
		}
		row(label, "go vet, cold", "nothing", cold)
		row(label, "go vet, warm", "nothing", warm)
	}
	if slices.Contains(b.how, byItself) {
		return b.byItself(t, label)
	}
	return nil
}

// byItself measures a target without go vet.
func (b *bench) byItself(t target, label string) error {
	// Compile what staticcheck wants to be compiled.
	if _, err := b.alone(t, "staticcheck", b.scratch); err != nil {
		return err
	}
	rows := []string{"cold", "warm", "after an edit"}
	if t.leaf == "" {
		rows = rows[:2]
	}
	costs := make([][2][]cost, len(rows))
	err := b.pairs("staticcheck", func(k int, name string) error {
		cache, err := os.MkdirTemp(b.scratch, "cache-")
		if err != nil {
			return err
		}
		for i := range rows {
			run := func() error {
				c, err := b.alone(t, name, cache)
				costs[i][k] = append(costs[i][k], c)
				return err
			}
			if i == 2 {
				err = edited(filepath.Join(t.dir, t.leaf), run)
			} else {
				err = run()
			}
			if err != nil {
				return errors.Join(err, os.RemoveAll(cache))
			}
		}
		return os.RemoveAll(cache)
	})
	for i, how := range rows {
		if err == nil {
			row(label, "by itself, "+how, "staticcheck", costs[i])
		}
	}
	return err
}

// edited calls f while a file has one declaration more, that it never had before.
func edited(name string, f func() error) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	more := fmt.Appendf(slices.Clone(text), "\nvar _ = %q\n", rand.Text())
	if err := os.WriteFile(name, more, 0o666); err != nil {
		return err
	}
	return errors.Join(f(), os.WriteFile(name, text, 0o666))
}

// pairs calls f for another program and informerlint in turn, with 0 and 1.
func (b *bench) pairs(other string, f func(k int, name string) error) error {
	for i := range b.n {
		for j := range 2 {
			k := (i + j) % 2
			if err := f(k, []string{other, "informerlint"}[k]); err != nil {
				return err
			}
		}
	}
	return nil
}

func row(label, how, against string, costs [2][]cost) {
	base, own := costs[0], costs[1]
	show := func(cs []cost) string {
		return fmt.Sprintf("%.1f s, %.0f MB", median(cs, func(c cost) float64 { return c.cpu.Seconds() }), median(cs, func(c cost) float64 { return c.peak }))
	}
	ratio := func(of func(cost) float64) string {
		rs := make([]float64, len(own))
		for i := range own {
			rs[i] = of(own[i]) / of(base[i])
		}
		return fmt.Sprintf("%.2f (%.2f to %.2f)", median(rs, func(r float64) float64 { return r }), slices.Min(rs), slices.Max(rs))
	}
	fmt.Printf("| %s | %s | %s: %s | %s | %s | %s |\n", label, how, against, show(base), show(own),
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

func (b *bench) remove(name string) {
	if err := os.Remove(name); err != nil {
		log.Print(err)
	}
}

func (b *bench) vet(t target, tool string) (cost, error) {
	c, _, err := b.command(t.dir, nil, "go", append([]string{"vet", "-vettool=" + tool}, t.patterns...)...)
	return c, err
}

// alone runs a program that loads packages itself, with a cache of its own.
func (b *bench) alone(t target, name, cache string) (cost, error) {
	env := []string{"STATICCHECK_CACHE=" + cache, "INFORMERLINT_CACHE=" + cache}
	c, _, err := b.command(t.dir, env, filepath.Join(b.scratch, name), t.patterns...)
	return c, err
}

// size counts the packages of a target and all that they import.
func (b *bench) size(t target) (string, error) {
	_, roots, err := b.command(t.dir, nil, "go", append([]string{"list"}, t.patterns...)...)
	if err != nil {
		return "", err
	}
	_, deps, err := b.command(t.dir, nil, "go", append([]string{"list", "-deps", "-test"}, t.patterns...)...)
	if err != nil {
		return "", err
	}
	return strconv.Itoa(len(bytes.Fields(roots))) + " packages, " + strconv.Itoa(bytes.Count(deps, []byte("\n"))) + " with imports", nil
}

// command runs a command and returns what it cost and printed. Findings, for
// which all of them exit with 1, are no error.
func (b *bench) command(dir string, env []string, name string, args ...string) (cost, []byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, slices.Concat(b.env, env)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err := cmd.Run()
	if cmd.ProcessState == nil {
		return cost{}, nil, err
	}
	if code := cmd.ProcessState.ExitCode(); code != 0 && (code != 1 || bytes.Contains(errOut.Bytes(), []byte("vet: ")) || bytes.Contains(out.Bytes(), []byte("(compile)"))) {
		return cost{}, nil, fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, errOut.Bytes())
	}
	c := cost{cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if ru, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.peak = float64(ru.Maxrss) / 1024 // kilobytes on Linux
	}
	return c, out.Bytes(), nil
}
