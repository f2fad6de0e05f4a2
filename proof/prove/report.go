package prove

import (
	"cmp"
	"fmt"
	"go/format"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/conform"
	"github.com/informerlint/informerlint/proof/gates"
	"github.com/informerlint/informerlint/proof/scenario"
)

// A Report is everything that a run has seen.
type Report struct {
	Rows  []*Row
	Gates []gates.Row `json:",omitempty"`
	// Records are the client-go versions that unmodified client-go was recorded
	// on; the tests of package conform hold the reference runtime to them.
	Records []string
	// Failures are what is wrong beside rows.
	Failures []string `json:",omitempty"`
}

// OK reports whether every line is as it has to be.
func (r *Report) OK() bool {
	for _, row := range r.Rows {
		if !row.OK() {
			return false
		}
	}
	for _, g := range r.Gates {
		if !gateOK(g) {
			return false
		}
	}
	return len(r.Failures) == 0
}

// gateOK accepts what could not be run, with its reason, and what showed what
// it had to.
func gateOK(g gates.Row) bool { return g.Skipped || g.OK() }

// Records reads which versions of client-go are recorded.
func Records(root string) ([]string, error) {
	var all []string
	for _, minor := range scenario.Minors {
		r, err := conform.Load(filepath.Join(root, "conform", "observed", fmt.Sprintf("v%03d.json", minor)))
		if err != nil {
			return nil, err
		}
		all = append(all, r.ClientGo)
	}
	return all, nil
}

// gated are the rows of real client-go for a scenario.
func (r *Report) gated(s string) []gates.Row {
	var some []gates.Row
	for _, g := range r.Gates {
		if g.Scenario == s {
			some = append(some, g)
		}
	}
	return some
}

// Print writes the table, what its columns mean, and what failed.
func (r *Report) Print(w io.Writer) {
	r.printTable(w)
	fmt.Fprintln(w)
	bounds := make(map[string]bool)
	for _, row := range r.Rows {
		if text := fmt.Sprintf("%s: %s.", row.Check, row.Property); !bounds[text] {
			bounds[text] = true
			fmt.Fprintln(w, text)
		}
	}
	fmt.Fprintf(w, "Profiles are of the reference runtime; recorded from unmodified client-go, and compared by the tests of conform: %s.\n", strings.Join(r.Records, ", "))
	for _, g := range versionsOf(r.Gates) {
		fmt.Fprintf(w, "Gated: %s.\n", g)
	}
	r.printFailures(w)
}

func (r *Report) printTable(w io.Writer) {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "check\tsub-rule\tscenario\tclasses\tviolate\tafter fix\tviolate\tprofiles\tgated schedules\tviolate\tafter fix\tviolate\tworld\t\n")
	for _, row := range r.Rows {
		newest := row.newest()
		before, after := at(row.Before, newest), at(row.After, newest)
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t", row.Check, row.Rule, strings.TrimPrefix(row.Scenario, row.Check+"/"), classes(before), violating(before))
		if row.NoFix == "" {
			fmt.Fprintf(tw, "%s\t%s\t", classes(after), violating(after))
		} else {
			fmt.Fprintf(tw, "no fix\t\t")
		}
		var minors []string
		for _, x := range longer(row.Before, row.After) {
			minors = append(minors, fmt.Sprint(x.Minor))
		}
		slices.Sort(minors)
		fmt.Fprintf(tw, "0.{%s}\t", strings.Join(minors, ","))
		cells := gatedCells(r.gated(row.Scenario))
		for _, c := range cells {
			text := strings.Join(c, ", ")
			fmt.Fprintf(tw, "%s\t", cmp.Or(text, "-"))
		}
		fmt.Fprintf(tw, "%s\t", row.Bound)
		if !row.OK() {
			fmt.Fprint(tw, "FAIL")
		}
		fmt.Fprintln(tw)
	}
	tw.Flush()
}

// gatedCells are the four cells for real client-go: schedules and violations
// before the fix, and after it.
func gatedCells(rows []gates.Row) [4][]string {
	var cells [4][]string
	for _, x := range rows {
		switch {
		case x.Skipped:
			cells[0] = append(cells[0], "skipped")
			continue
		case x.Failed:
			cells[0] = append(cells[0], "failed")
			continue
		}
		cells[0] = append(cells[0], fmt.Sprint(x.SchedulesBefore))
		cells[1] = append(cells[1], fmt.Sprint(x.ViolationsBefore))
		if x.HasFix {
			cells[2] = append(cells[2], fmt.Sprint(x.SchedulesAfter))
			cells[3] = append(cells[3], fmt.Sprint(x.ViolationsAfter))
		}
	}
	return cells
}

func (r *Report) printFailures(w io.Writer) {
	for _, row := range r.Rows {
		for _, f := range row.Failures {
			fmt.Fprintf(w, "FAIL %s %s: %s\n", row.Check, row.Scenario, f)
		}
	}
	for _, g := range r.Gates {
		switch {
		case g.Skipped:
			fmt.Fprintf(w, "skipped on %s: %s: %s\n", g.Version, g.Scenario, g.Note)
		case !gateOK(g):
			fmt.Fprintf(w, "FAIL %s %s on %s, %s: %d of %d schedules violate, after the fix %d of %d. %s\n",
				g.Check, g.Scenario, g.Version, g.Bound, g.ViolationsBefore, g.SchedulesBefore, g.ViolationsAfter, g.SchedulesAfter, g.Note)
		}
	}
	for _, f := range r.Failures {
		fmt.Fprintf(w, "FAIL %s\n", f)
	}
}

func versionsOf(rows []gates.Row) []string {
	var all []string
	for _, g := range rows {
		if !g.Skipped {
			all = add(all, "client-go "+g.Version+", "+g.Bound)
		}
	}
	return all
}

func at(results []scenario.Result, minor int) *scenario.Result {
	for i := range results {
		if results[i].Minor == minor {
			return &results[i]
		}
	}
	return nil
}

// newest is the newest version that the row has numbers of.
func (r *Row) newest() int {
	minor := 0
	for _, list := range [][]scenario.Result{r.Before, r.After} {
		for _, x := range list {
			minor = max(minor, x.Minor)
		}
	}
	return minor
}

func longer(a, b []scenario.Result) []scenario.Result {
	if len(a) > len(b) {
		return a
	}
	return b
}

func classes(r *scenario.Result) string {
	if r == nil {
		return "-"
	}
	return fmt.Sprint(r.Classes)
}

func violating(r *scenario.Result) string {
	if r == nil {
		return "-"
	}
	return fmt.Sprint(r.Violating)
}

// Proofs are the numbers as the documentation has them. The traces are the
// shortest of each rule.
func (r *Report) Proofs() []analyzers.Proof {
	shortest := make(map[string]*Row)
	for _, row := range r.Rows {
		rule := row.Check + "/" + row.Rule
		if best := shortest[rule]; row.Witness != nil && (best == nil || row.Witness.Steps < best.Witness.Steps) {
			shortest[rule] = row
		}
	}
	var all []analyzers.Proof
	for _, row := range r.Rows {
		p := analyzers.Proof{Check: row.Check, Rule: row.Rule, Scenario: row.Scenario, Right: row.Right, Bound: row.Bound, NoFix: row.NoFix, Since: row.Since, Until: row.Until}
		if shortest[row.Check+"/"+row.Rule] == row {
			p.Trace = row.Witness.Text
		}
		for _, minor := range scenario.Minors {
			run := analyzers.ProofRun{Minor: minor}
			b, a := at(row.Before, minor), at(row.After, minor)
			if b != nil {
				run.Before, run.Violate = b.Classes, b.Violating
			}
			if a != nil {
				run.After, run.Remain = a.Classes, a.Violating
			}
			if a != nil || b != nil {
				p.Runs = append(p.Runs, run)
			}
		}
		for _, g := range r.gated(row.Scenario) {
			if !g.Skipped {
				p.Gated = append(p.Gated, analyzers.ProofGates{
					Version: g.Version, Strategy: g.Strategy, Bound: g.Bound,
					Before: g.SchedulesBefore, Violate: g.ViolationsBefore, After: g.SchedulesAfter, Remain: g.ViolationsAfter,
				})
			}
		}
		all = append(all, p)
	}
	return all
}

// Update writes the numbers for the documentation. Numbers of gates that were
// not run, and rows of checks that were not asked for, stay as they are.
func (r *Report) Update(root string, check string, withGates bool) error {
	if !r.OK() {
		return fmt.Errorf("not every line is green: nothing was written")
	}
	fresh := r.Proofs()
	old := analyzers.Proofs("")
	if !withGates {
		for i, p := range fresh {
			for _, o := range old {
				if o.Scenario == p.Scenario {
					fresh[i].Gated = o.Gated
				}
			}
		}
	}
	all := fresh
	if check != "" {
		all = slices.DeleteFunc(old, func(p analyzers.Proof) bool { return p.Check == check })
		all = append(all, fresh...)
		slices.SortStableFunc(all, func(a, b analyzers.Proof) int { return cmp.Compare(a.Check, b.Check) })
	}
	text, err := format.Source([]byte(generate(all)))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, "analyzers", "proof_generated.go"), text, 0o666)
}

func generate(all []analyzers.Proof) string {
	var b strings.Builder
	b.WriteString("// Code generated by go run ./proof/cmd/prove -update. DO NOT EDIT.\n\npackage analyzers\n\nvar proofs = []Proof{\n")
	for _, p := range all {
		fmt.Fprintf(&b, "\t{\n\t\tCheck: %q, Rule: %q, Scenario: %q,\n\t\tBound: %q,\n", p.Check, p.Rule, p.Scenario, p.Bound)
		if p.NoFix != "" {
			fmt.Fprintf(&b, "\t\tNoFix: %q,\n", p.NoFix)
		}
		if p.Since != 0 || p.Until != 0 {
			fmt.Fprintf(&b, "\t\tSince: %d, Until: %d,\n", p.Since, p.Until)
		}
		if p.Right {
			b.WriteString("\t\tRight: true,\n")
		}
		b.WriteString("\t\tRuns: []ProofRun{\n")
		for _, r := range p.Runs {
			fmt.Fprintf(&b, "\t\t\t{Minor: %d, Before: %d, Violate: %d, After: %d, Remain: %d},\n", r.Minor, r.Before, r.Violate, r.After, r.Remain)
		}
		b.WriteString("\t\t},\n")
		if len(p.Gated) > 0 {
			b.WriteString("\t\tGated: []ProofGates{\n")
			for _, g := range p.Gated {
				fmt.Fprintf(&b, "\t\t\t{Version: %q, Strategy: %q, Bound: %q, Before: %d, Violate: %d, After: %d, Remain: %d},\n",
					g.Version, g.Strategy, g.Bound, g.Before, g.Violate, g.After, g.Remain)
			}
			b.WriteString("\t\t},\n")
		}
		if p.Trace != "" {
			b.WriteString("\t\tTrace: \"\"")
			for line := range strings.Lines(p.Trace) {
				fmt.Fprintf(&b, " +\n\t\t\t%q", line)
			}
			b.WriteString(",\n")
		}
		b.WriteString("\t},\n")
	}
	b.WriteString("}\n")
	return b.String()
}
