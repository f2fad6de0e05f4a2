package main

import (
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/config"
	"github.com/informerlint/informerlint/internal/report/format"
)

// options are the flags of the commands that analyze.
type options struct {
	json, fix, diff, verbose bool
	tests, witness           bool
	tags, mod, dir           string
	format                   string
	baseline, writeBaseline  string // files
	newFrom                  string // a revision
	reportUnused             bool
	severities               config.Severities // by flag
	failOn                   string
	cache                    string // a directory, or "off"

	enabled map[*analysis.Analyzer]*choice
}

// A choice is a boolean flag that knows whether it was given.
type choice struct{ set, value bool }

// String returns the value as a flag package wants it.
func (c *choice) String() string { return strconv.FormatBool(c == nil || !c.set || c.value) }

// Set takes true or false.
func (c *choice) Set(s string) error {
	v, err := strconv.ParseBool(s)
	if err != nil {
		return fmt.Errorf("want true or false")
	}
	c.set, c.value = true, v
	return nil
}

// IsBoolFlag lets the flag stand without a value.
func (c *choice) IsBoolFlag() bool { return true }

// newFlags returns the flag set of a command. It is a set of its own, since
// the vet driver registers flags of the same names globally.
func newFlags(name string) (*flag.FlagSet, *options) {
	o := &options{tests: true, severities: make(config.Severities), enabled: make(map[*analysis.Analyzer]*choice)}
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(io.Discard) // errors are printed once, by the command
	fs.StringVar(&o.format, "format", format.Text, "print findings in this `form`: "+format.List()+"; exit 0 with findings for json, 1 for all others")
	fs.BoolVar(&o.json, "json", false, "the same as -format json: the form of go vet -json")
	fs.BoolVar(&o.witness, "witness", false, "print the failing run below each finding")
	fs.StringVar(&o.baseline, "baseline", "", "leave out the findings that are in `file`")
	fs.StringVar(&o.writeBaseline, "write-baseline", "", "write the findings to `file`, for -baseline, and exit 0")
	fs.StringVar(&o.newFrom, "new-from", "", "leave out findings of which no line has changed since the git `revision`")
	fs.Var(o.severities, "severity", "`CHECK=error`, warning or note, or CHECK/RULE=...: how grave such findings are; may be repeated")
	fs.StringVar(&o.failOn, "fail-on", string(config.AsWarning), "exit 1 for findings of this `severity` or graver: error, warning or note")
	fs.BoolVar(&o.reportUnused, "report-unused", false, "report comments that suppress nothing: the same as -ignorecomment.unused")
	fs.BoolVar(&o.fix, "fix", false, "apply the first suggested fix of each finding; print what has none")
	fs.BoolVar(&o.diff, "diff", false, "as -fix, but print a unified diff and change no file")
	fs.StringVar(&o.cache, "cache", "", "keep results in `dir`, or \"off\"; default $"+cacheVariable+", or a directory of the user's cache")
	fs.BoolVar(&o.verbose, "v", false, "say on standard error how much was analyzed")
	fs.BoolVar(&o.tests, "tests", true, "analyze test files as well")
	fs.StringVar(&o.tags, "tags", "", "build `tags`, separated by commas")
	fs.StringVar(&o.mod, "mod", "", "module download `mode`: readonly, vendor or mod")
	fs.StringVar(&o.dir, "C", "", "run as if started in `dir`")
	for _, a := range registry() {
		c := new(choice)
		o.enabled[a] = c
		fs.Var(c, a.Name, fmt.Sprintf("run only the checks so named, or with =false all others: %s", summary(a)))
		a.Flags.VisitAll(func(f *flag.Flag) { fs.Var(f.Value, a.Name+"."+f.Name, f.Usage) })
	}
	return fs, o
}

// parseFor reads the arguments of a command.
func parseFor(name string, args []string) (*options, []string, error) {
	fs, o := newFlags(name)
	rest, err := parse(fs, o, args)
	return o, rest, err
}

// parse reads args and returns what follows the flags.
func parse(fs *flag.FlagSet, o *options, args []string) ([]string, error) {
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	if o.diff {
		o.fix = true
	}
	if err := o.reconcile(); err != nil {
		return nil, err
	}
	for _, arg := range fs.Args() {
		if strings.HasPrefix(arg, "-") {
			return nil, fmt.Errorf("flag %s must stand before the packages", arg)
		}
	}
	return fs.Args(), nil
}

// reconcile refuses flags that contradict each other.
func (o *options) reconcile() error {
	if !format.Known(o.format) {
		return fmt.Errorf("-format %s: want one of %s", o.format, format.List())
	}
	if o.json {
		if o.format != format.Text && o.format != format.JSON {
			return fmt.Errorf("-json cannot be combined with -format %s", o.format)
		}
		o.format = format.JSON
	}
	o.json = o.format == format.JSON
	if _, err := config.ParseSeverity(o.failOn); err != nil {
		return fmt.Errorf("-fail-on: %w", err)
	}
	switch {
	case o.fix && o.json:
		return fmt.Errorf("-json cannot be combined with -fix or -diff")
	case o.fix && o.format != format.Text:
		return fmt.Errorf("-format %s cannot be combined with -fix or -diff", o.format)
	case o.writeBaseline != "" && (o.baseline != "" || o.newFrom != "" || o.fix || o.format != format.Text):
		return fmt.Errorf("-write-baseline cannot be combined with -baseline, -new-from, -fix, -diff or -format")
	}
	return nil
}

// checks returns the checks to run, by go vet's rule: if any is asked for,
// those; otherwise all but those that are switched off.
func (o *options) checks() []*analysis.Analyzer {
	only := false
	for _, c := range o.enabled {
		only = only || c.set && c.value
	}
	var run []*analysis.Analyzer
	for _, a := range registry() {
		wanted := o.reportUnused && a.Name == directiveCheck
		if c := o.enabled[a]; c.set && c.value || !c.set && (!only || wanted) {
			run = append(run, a)
		}
	}
	return run
}

// buildFlags returns the flags for the go command.
func (o *options) buildFlags() []string {
	var flags []string
	if o.tags != "" {
		flags = append(flags, "-tags="+o.tags)
	}
	if o.mod != "" {
		flags = append(flags, "-mod="+o.mod)
	}
	return flags
}

// summary is the first line of an analyzer's documentation.
func summary(a *analysis.Analyzer) string {
	line, _, _ := strings.Cut(a.Doc, "\n")
	return strings.TrimPrefix(line, a.Name+": ")
}

// printFlags prints what flags there are.
func printFlags(w io.Writer, fs *flag.FlagSet) {
	fs.VisitAll(func(f *flag.Flag) {
		arg, usage := flag.UnquoteUsage(f)
		name := "-" + f.Name
		if b, ok := f.Value.(interface{ IsBoolFlag() bool }); !ok || !b.IsBoolFlag() {
			name += " " + arg
		}
		if f.DefValue != "" && f.DefValue != "false" {
			usage += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(w, "\t%-28s %s\n", name, usage)
	})
}

// directiveCheck is the check of comments that suppress findings.
const directiveCheck = "ignorecomment"

// reportUnused switches on the rule of that name, if its check is registered.
func reportUnused() {
	for _, a := range registry() {
		if f := a.Flags.Lookup("unused"); a.Name == directiveCheck && f != nil {
			f.Value.Set("true") // a boolean flag takes it
		}
	}
}
