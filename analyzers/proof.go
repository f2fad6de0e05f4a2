package analyzers

import (
	"fmt"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/check"
	"github.com/informerlint/informerlint/internal/check/kind"
	witness "github.com/informerlint/informerlint/internal/witness/cached"
)

// A Proof is what was seen of one program of testdata before and after the fix
// of its check, on the reference informer runtime and on real client-go with
// gates. The data is in proof_generated.go; go run ./proof/cmd/prove -update
// writes it, and a test computes it again.
type Proof struct {
	Check, Rule, Scenario string
	Right                 bool   // nothing goes wrong in it, and no check reports it
	Bound                 string // the worlds in which it was explored
	NoFix                 string // why there is no fix
	Since, Until          int    // the minor versions that the program is about; 0: no limit
	Runs                  []ProofRun
	Gated                 []ProofGates
	// Trace is the simplest failing run that was found, in one scenario
	// of each rule; it is empty in the others.
	Trace string
}

// A ProofRun has the numbers under the profile of one client-go minor version.
type ProofRun struct {
	Minor           int
	Before, After   int // execution classes; After is 0 if there is no fix
	Violate, Remain int // of which violate the property
}

// A ProofGates has the numbers on real client-go.
type ProofGates struct {
	Version, Strategy, Bound string
	Before, After            int // schedules
	Violate, Remain          int
}

// Proofs returns what is known about a check, "" for all.
func Proofs(check string) []Proof {
	var some []Proof
	for _, p := range proofs {
		if check == "" || p.Check == check {
			some = append(some, p)
		}
	}
	return some
}

// The lines around the generated part of a check's page.
const (
	proofBegin = "<!-- proof: numbers by go run ./proof/cmd/prove -update, page by go generate ./analyzers -->"
	proofEnd   = "<!-- end of proof -->"
)

// proofMarkdown is the section of a page about what was explored, "" if
// nothing was.
func proofMarkdown(c check.Check) string {
	list := Proofs(c.Name())
	if len(list) == 0 {
		return ""
	}
	newest, others := minors(list)
	var b strings.Builder
	b.WriteString("\n" + proofBegin + "\n\n## Bounded exploration\n\n")
	if c.Kind == kind.Object {
		b.WriteString(extractedExplained + " Property: " + c.Kind.Property() + ".\n\n")
		fmt.Fprintf(&b, "The world is %s; whether the watch may fail stands beside the numbers. They are for the profile of client-go 0.%d.\n\n", witness.World, newest)
		for _, r := range c.Rules {
			b.WriteString(ruleProof(c, r, newest))
		}
		b.WriteString("The numbers hold for what was extracted from these programs, in this world; [assumptions](../assumptions.md) says what that means. " +
			"The programs themselves are compiled and run on real client-go with its mutation detector, as they are and fixed (`testdata/cacheprograms`).\n\n" + proofEnd + "\n")
		return b.String()
	}
	b.WriteString("Programs that this check reports were run on the reference informer runtime, as they are and with the check's own fix, in every execution in the worlds that stand beside the numbers. " +
		"Executions that differ only in the order of independent steps count as one *execution class* (a Mazurkiewicz trace); the classes of two worlds are added. Property: " + c.Kind.Property() + ".\n\n")
	b.WriteString(worldsExplained + "\n\n")
	fmt.Fprintf(&b, "The numbers are for the profile of client-go 0.%d, or the newest that the program is about. Those of %s show the same: each program violates the property in some class of each of its worlds, and in none when it is fixed; a version before the newest has one smaller world, which stands after \"before\".\n\n",
		newest, strings.Join(others, ", "))
	for _, r := range c.Rules {
		b.WriteString(ruleProof(c, r, newest))
	}
	if text := ruleProof(c, check.Rule{}, newest); text != "" {
		b.WriteString("\nPrograms that are right, in the same worlds:\n\n" + text + "\n")
	}
	b.WriteString("The numbers hold for these programs in these worlds; [assumptions](../assumptions.md) says what that means. Executions are sequentially consistent, and a data race counts as a violation. " +
		"Not modelled: HTTP and authentication, several API servers and lagging watch caches, bookmarks, resyncs, namespaces and other options of factories, " +
		"lists that come as a stream, and crashes of the process. Tests compare the runtime with unmodified client-go (`conform`).\n\n" + proofEnd + "\n")
	return b.String()
}

const extractedExplained = "What this check extracted from programs of testdata, every way from the source of the object on, was run on the reference informer runtime, as it is and in the package with the check's own fix, in every execution. " +
	"Executions that differ only in the order of independent steps count as one *execution class* (a Mazurkiewicz trace); the classes of all ways of a program are added."

const worldsExplained = "A world is what surrounds the program: how many objects of each kind there are when it begins, what somebody else writes meanwhile (to the pods, or to the kind that the program is about), " +
	"how often the watch may be dropped and the server may forget its log (or not), and whether the program's context may be cancelled: at any moment (stop), or when all is at rest (stop in the end). " +
	"A program that is stopped before it returns must return, and what it counts is not asked."

// ruleProof is what was seen of one rule, "" if nothing was.
func ruleProof(c check.Check, r check.Rule, newest int) string {
	var b strings.Builder
	trace, of := "", ""
	for _, p := range Proofs(c.Name()) {
		if p.Rule != r.Name {
			continue
		}
		b.WriteString("- " + p.sentence(newest) + "\n")
		if p.Trace != "" {
			trace, of = p.Trace, p.Scenario
		}
	}
	if trace != "" {
		b.WriteString("\nThe simplest failing run that was found for `" + r.Name + "`, in `testdata/" + of + "`:\n\n```text\n" + trace + "```\n\n")
	}
	return b.String()
}

// ruleExplored is the part of the text of one rule about what was explored.
func ruleExplored(c check.Check, r check.Rule) string {
	list := Proofs(c.Name())
	if len(list) == 0 {
		return ""
	}
	newest, _ := minors(list)
	text := ruleProof(c, r, newest)
	if text == "" {
		return ""
	}
	if c.Kind == kind.Object {
		return "\n" + extractedExplained + " The world is " + witness.World + fmt.Sprintf("; profile of client-go 0.%d. Property: %s.\n\n%s", newest, c.Kind.Property(), text)
	}
	return fmt.Sprintf("\nExplored on the reference informer runtime, with the profile of client-go 0.%d, in every execution in the worlds that stand beside the numbers, counted in classes that differ in more than the order of independent steps. Property: %s.\n\n%s",
		newest, c.Kind.Property(), text)
}

// minors are the versions of the numbers: the newest, and the others.
func minors(list []Proof) (newest int, others []string) {
	var all []int
	for _, p := range list {
		for _, r := range p.Runs {
			if !slices.Contains(all, r.Minor) {
				all = append(all, r.Minor)
			}
		}
	}
	slices.Sort(all)
	for _, m := range all[:len(all)-1] {
		others = append(others, fmt.Sprintf("0.%d", m))
	}
	return all[len(all)-1], others
}

// sentence is one line about one scenario.
func (p Proof) sentence(newest int) string {
	var s strings.Builder
	fmt.Fprintf(&s, "`testdata/%s`: ", p.Scenario)
	r := p.Runs[len(p.Runs)-1]
	switch {
	case p.Right:
		fmt.Fprintf(&s, "%d of %d classes violate the property", r.Remain, r.After)
	case p.NoFix == "":
		fmt.Fprintf(&s, "%d of %d classes violate the property, after the fix %d of %d", r.Violate, r.Before, r.Remain, r.After)
	default:
		fmt.Fprintf(&s, "%d of %d classes violate the property", r.Violate, r.Before)
	}
	fmt.Fprintf(&s, "; world: %s", p.Bound)
	if r.Minor != newest {
		fmt.Fprintf(&s, " (profile of client-go 0.%d: in newer ones it is no mistake)", r.Minor)
	}
	if p.Since > 0 {
		fmt.Fprintf(&s, " (from client-go 0.%d on, which has what it calls)", p.Since)
	}
	s.WriteString(".")
	if p.NoFix != "" {
		fmt.Fprintf(&s, " No fix is offered: %s.", p.NoFix)
	}
	for _, g := range p.Gated {
		fmt.Fprintf(&s, " Real client-go %s with gates, %s: %d of %d schedules", g.Version, g.Bound, g.Violate, g.Before)
		if p.NoFix == "" {
			fmt.Fprintf(&s, ", after the fix %d of %d", g.Remain, g.After)
		}
		s.WriteString(".")
	}
	return s.String()
}
