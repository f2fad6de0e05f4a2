//go:build linux

// Bench measures what informerlint adds to gopls and to golangci-lint, in one
// run and on one machine.
//
//	go run ./integrations/bench [-n 10] [-edits 10] [-only gopls|golangci]
//
// from the root of the repository. It prints tables in Markdown, of processor
// time (user and system, with all child processes) and peak memory. Runs come
// in pairs, in changing order; ratios are medians of the pairs', with the
// smallest and the largest behind. The program under analysis is a small
// client of the real client-go, written to a new directory.
//
//   - gopls, first diagnostics: with an empty cache, from the start of the
//     process until a file's diagnostics are published
//   - gopls, an edit: from a change of that file until the new ones are
//   - golangci-lint, cold: an empty cache; warm: the same command again. Both
//     with the standard linters, by the same binary, with and without ours.
package main

import (
	"cmp"
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

	"github.com/informerlint/informerlint/internal/lsp"
	"github.com/informerlint/informerlint/internal/lsp/lsptest"
)

// A cost is what one run took.
type cost struct {
	cpu  time.Duration
	peak float64 // MB
}

type bench struct {
	n, edits int
	scratch  string
	client   string // the module that is analyzed
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	n := flag.Int("n", 10, "how many pairs of runs")
	edits := flag.Int("edits", 10, "how many edits in a session of gopls")
	only := flag.String("only", "", "measure only gopls, or only golangci")
	flag.Parse()
	if flag.NArg() > 0 || *n < 1 || *edits < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*n, *edits, *only); err != nil {
		log.Fatal(err)
	}
}

func run(n, edits int, only string) (err error) {
	scratch, err := os.MkdirTemp("", "informerlint-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	b := &bench{n: n, edits: edits, scratch: scratch, client: filepath.Join(scratch, "client")}
	if err := os.Mkdir(b.client, 0o777); err != nil {
		return err
	}
	if err := lsptest.WriteModule(b.client, "testdata"); err != nil {
		return err
	}
	fmt.Println("| what | without: CPU, peak | with informerlint: CPU, peak | CPU ratio | peak ratio |")
	fmt.Println("| --- | --- | --- | --- | --- |")
	if only != "golangci" {
		if err := b.gopls(); err != nil {
			return err
		}
	}
	if only != "gopls" {
		return b.golangci()
	}
	return nil
}

// build builds a package of one of the modules beside this directory.
func (b *bench) build(module, pkg, name string) (string, error) {
	out := filepath.Join(b.scratch, name)
	cmd := exec.Command("go", "-C", filepath.Join("integrations", module), "build", "-o", out, pkg)
	cmd.Stderr = os.Stderr
	return out, cmd.Run()
}

// pairs makes runs in pairs, after one of each that does not count; run gets
// 0 for without, 1 for with.
func (b *bench) pairs(run func(which int) ([]cost, error)) ([2][][]cost, error) {
	var all [2][][]cost
	for i := -1; i < b.n; i++ {
		order := []int{0, 1}
		if i%2 != 0 {
			order = []int{1, 0}
		}
		for _, which := range order {
			costs, err := run(which)
			if err != nil {
				return all, err
			}
			log.Printf("pair %d of %d, with informerlint %v: %v", i+1, b.n, which == 1, costs)
			if i >= 0 {
				all[which] = append(all[which], costs)
			}
		}
	}
	return all, nil
}

func (b *bench) gopls() error {
	stock, err := b.build("gopls", "golang.org/x/tools/gopls", "gopls")
	if err != nil {
		return err
	}
	own, err := b.build("gopls", ".", "gopls-informerlint")
	if err != nil {
		return err
	}
	all, err := b.pairs(func(which int) ([]cost, error) {
		return b.session([]string{stock, own}[which], which == 1)
	})
	if err != nil {
		return err
	}
	row("gopls, first diagnostics", all, 0)
	row(fmt.Sprintf("gopls, an edit (of %d)", b.edits), all, 1)
	return nil
}

// selfAssignment is what gopls itself finds, with any set of analyzers: its
// coming and going shows that an analysis is complete.
const selfAssignment = "\tctx = ctx\n"

// session runs a session of gopls with an empty cache and returns what the
// first diagnostics cost, from the start of the process, and what one edit
// cost. Peaks are of the whole session.
func (b *bench) session(gopls string, with bool) (costs []cost, err error) {
	cache, err := os.MkdirTemp(b.scratch, "cache-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(cache)) }()
	cmd := exec.Command(gopls, "serve")
	cmd.Dir = b.client
	cmd.Env = append(os.Environ(), "GOPLSCACHE="+cache, "GOFLAGS=", "GOWORK=", "PWD="+b.client)
	file := filepath.Join(b.client, "app", "app.go")
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	plain := string(raw)
	wrong := strings.Replace(plain, "\tpods := ", selfAssignment+"\tpods := ", 1)
	c, err := lsptest.Start(cmd)
	if err != nil {
		return nil, err
	}
	first, edits, err := b.drive(c, file, plain, wrong, with)
	if err = errors.Join(err, c.Quit()); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(gopls), err)
	}
	peak := costOf(cmd.ProcessState).peak
	return []cost{{first, peak}, {edits / time.Duration(b.edits), peak}}, nil
}

// drive opens a file with a mistake, and then removes it and makes it again.
func (b *bench) drive(c *lsptest.Client, file, plain, wrong string, with bool) (first, edits time.Duration, err error) {
	ours := false
	wait := func(mark int, want bool) error {
		ds, err := c.Published(mark, file, 20*time.Minute, func(ds []lsp.Diagnostic) bool {
			return want == slices.ContainsFunc(ds, func(d lsp.Diagnostic) bool { return strings.Contains(d.Message, "self-assignment") })
		})
		ours = slices.ContainsFunc(ds, func(d lsp.Diagnostic) bool { return d.Source == "startorder" })
		return err
	}
	if err := c.Initialize(b.client, nil); err != nil {
		return 0, 0, err
	}
	if err := c.Open(file, wrong); err != nil {
		return 0, 0, err
	}
	if err := wait(0, true); err != nil {
		return 0, 0, err
	}
	if first, err = cpuOf(c.Cmd.Process.Pid); err != nil {
		return 0, 0, err
	}
	if ours != with {
		return 0, 0, fmt.Errorf("findings of informerlint: %v, want %v", ours, with)
	}
	for i := range b.edits {
		text := plain
		if i%2 == 1 {
			text = wrong
		}
		mark := c.Mark()
		if err := c.Change(file, i+2, text); err != nil {
			return 0, 0, err
		}
		if err := wait(mark, i%2 == 1); err != nil {
			return 0, 0, err
		}
	}
	all, err := cpuOf(c.Cmd.Process.Pid)
	return first, all - first, err
}

// cpuOf returns the processor time of a running process and of its children
// that have ended.
func cpuOf(pid int) (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	// The name, in brackets, may have blanks; utime is the 14th field.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	const utime = 14 - 3
	if len(fields) < utime+4 {
		return 0, fmt.Errorf("/proc/%d/stat: %q", pid, text)
	}
	ticks := 0
	for _, f := range fields[utime : utime+4] {
		n, err := strconv.Atoi(f)
		if err != nil {
			return 0, err
		}
		ticks += n
	}
	const perSecond = 100 // USER_HZ, the same on all that Go runs on
	return time.Duration(ticks) * time.Second / perSecond, nil
}

func costOf(state *os.ProcessState) cost {
	c := cost{cpu: state.UserTime() + state.SystemTime()}
	if ru, ok := state.SysUsage().(*syscall.Rusage); ok {
		c.peak = float64(ru.Maxrss) / 1024
	}
	return c
}

const golangciConfig = `version: "2"
linters:
  default: standard
`

const withInformerlint = `  enable: [informerlint]
  settings:
    custom:
      informerlint:
        type: module
`

func (b *bench) golangci() error {
	linter, err := b.build("golangci", ".", "golangci-lint")
	if err != nil {
		return err
	}
	var configs [2]string
	for i, text := range []string{golangciConfig, golangciConfig + withInformerlint} {
		configs[i] = filepath.Join(b.scratch, fmt.Sprintf("golangci%d.yml", i))
		if err := os.WriteFile(configs[i], []byte(text), 0o666); err != nil {
			return err
		}
	}
	all, err := b.pairs(func(which int) (costs []cost, err error) {
		cache, err := os.MkdirTemp(b.scratch, "cache-")
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(cache)) }()
		for range 2 {
			cmd := exec.Command(linter, "run", "-c", configs[which], "./...")
			cmd.Dir = b.client
			cmd.Env = append(os.Environ(), "GOLANGCI_LINT_CACHE="+cache, "GOFLAGS=", "GOWORK=", "PWD="+b.client)
			out, err := cmd.CombinedOutput()
			found := strings.Contains(string(out), "(informerlint)")
			if code := cmd.ProcessState.ExitCode(); code != which || found != (which == 1) {
				return nil, fmt.Errorf("golangci-lint: exit code %d, %w\n%s", code, err, out)
			}
			costs = append(costs, costOf(cmd.ProcessState))
		}
		return costs, nil
	})
	if err != nil {
		return err
	}
	row("golangci-lint, cold", all, 0)
	row("golangci-lint, warm", all, 1)
	return nil
}

// row prints one line of the table, for one of the costs of each run.
func row(label string, all [2][][]cost, at int) {
	seconds := func(c cost) float64 { return c.cpu.Seconds() }
	peak := func(c cost) float64 { return c.peak }
	values := func(which int, of func(cost) float64) []float64 {
		var vs []float64
		for _, costs := range all[which] {
			vs = append(vs, of(costs[at]))
		}
		return vs
	}
	ratio := func(of func(cost) float64) string {
		without, with := values(0, of), values(1, of)
		rs := make([]float64, len(with))
		for i := range with {
			rs[i] = with[i] / without[i]
		}
		return fmt.Sprintf("%.2f (%.2f to %.2f)", median(rs), slices.Min(rs), slices.Max(rs))
	}
	show := func(which int) string {
		return fmt.Sprintf("%.2f s, %.0f MB", median(values(which, seconds)), median(values(which, peak)))
	}
	fmt.Printf("| %s | %s | %s | %s | %s |\n", label, show(0), show(1), ratio(seconds), ratio(peak))
}

func median(values []float64) float64 {
	values = slices.Clone(values)
	slices.SortFunc(values, func(a, b float64) int { return cmp.Compare(a, b) })
	mid := len(values) / 2
	if len(values)%2 == 1 {
		return values[mid]
	}
	return (values[mid-1] + values[mid]) / 2
}
