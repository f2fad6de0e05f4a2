// Package archtest holds the imports of the packages under internal and
// reference to a table. Its tests fail if a package is not in the table, if it
// imports what its row does not list, or if its row lists what it does not
// import any more; docs/architecture.md shows the table.
package archtest

// A Row says what of this repository a package may import.
type Row struct {
	Package string   // its path in the repository
	Imports []string // those under internal without "internal/"
	// Blind says what the package must not know: why the list is no longer.
	Blind string
}

// Table has a row for each package under internal and reference, from the
// bottom up.
var Table = []Row{
	// What the APIs mean.
	{"internal/clientgo", nil, "how anything is followed: it is a table"},
	{"internal/ctrlruntime", []string{"clientgo"}, "how anything is followed: it is a table"},

	// What every check and driver uses.
	{"internal/config", []string{"clientgo"}, "checks, but for their names"},
	{"internal/suppress", nil, "checks, findings and drivers"},
	{"internal/report", []string{"clientgo", "config", "suppress"}, "drivers, and the forms in which findings are printed"},
	{"internal/ssabuild", []string{"clientgo"}, "who asks for SSA"},

	// The engine.
	{"internal/flow", []string{"clientgo", "config", "ssabuild"}, "checks, messages, fixes, and the witness"},
	{"internal/handlers", []string{"clientgo", "config", "ssabuild"}, "checks, messages, fixes, and the witness"},
	{"internal/delivered", []string{"clientgo", "handlers", "ssabuild"}, "checks, messages, fixes, and the witness"},
	{"internal/lazy", []string{"clientgo", "ctrlruntime", "ssabuild"}, "checks, messages, fixes, and the witness"},

	// Fixes.
	{"internal/fix", nil, "analyzers: it applies edits to texts"},
	{"internal/mend", nil, "what is wrong: it makes edits"},
	{"internal/recheck", []string{"fix", "mend"}, "checks: it runs whatever analyzer it is given"},

	// The reference runtime, with the standard library alone.
	{"reference", nil, "everything: it is documentation"},
	{"reference/sched", nil, "informers"},
	{"reference/explore", []string{"reference/sched"}, "informers"},
	{"reference/trace", []string{"reference/explore"}, "informers"},
	{"reference/script", nil, "the runtime: scripts run on real client-go as well"},
	{"reference/apiserver", []string{"reference/sched"}, "informers: it is what they talk to"},
	{"reference/cache", []string{"reference/apiserver", "reference/sched"}, "factories"},
	{"reference/factory", []string{"reference/apiserver", "reference/cache", "reference/sched"}, "scripts and the explorer"},
	{"reference/lazycache", []string{"reference/apiserver", "reference/cache", "reference/sched"}, "scripts and the explorer"},
	{"reference/model", []string{"reference/apiserver", "reference/cache", "reference/explore", "reference/factory", "reference/sched", "reference/script"}, "the analysis"},

	// The witness: the engine's stories on the reference runtime.
	{"internal/witness/order", []string{"clientgo", "flow", "recheck", "report", "reference/apiserver", "reference/cache", "reference/explore", "reference/factory", "reference/sched"}, "the other engines"},
	{"internal/witness/handler", []string{"clientgo", "handlers", "recheck", "report", "reference/apiserver", "reference/cache", "reference/explore", "reference/sched"}, "the other engines"},
	{"internal/witness/delivered", []string{"delivered", "report", "reference/apiserver", "reference/cache", "reference/explore", "reference/sched"}, "the other engines"},
	{"internal/witness/lazy", []string{"lazy", "report", "reference/apiserver", "reference/cache", "reference/explore", "reference/lazycache", "reference/sched"}, "the other engines"},

	// The ways in.
	{"internal/load", []string{"clientgo", "ctrlruntime"}, "analyzers: it reads packages"},
	{"internal/runner", nil, "what the analyzers are for, and where packages come from"},
	{"internal/driver", []string{"config", "report", "runner", "suppress"}, "checks, and how findings are printed"},
	{"internal/unitfast", []string{"runner"}, "checks: its rules say which packages matter"},

	// What people and other tools read.
	{"internal/report/finding", []string{"driver", "report", "suppress"}, "checks, and the forms in which findings are printed"},
	{"internal/report/known", []string{"report/finding"}, "the forms in which findings are printed"},
	{"internal/report/format", []string{"report", "report/finding"}, "checks: what the forms say of rules is handed in"},
	{"internal/lsp", []string{"fix", "report/finding"}, "how packages are analyzed: a function is handed in"},
	{"internal/goplsbuild", nil, "the analysis: it builds a gopls from sources"},

	// For the work on informerlint alone.
	{"internal/archtest", nil, "everything: it reads imports"},
	{"internal/bench", nil, "the analysis: it measures commands"},
	{"internal/bench/noop", nil, "everything: it is an analyzer that does nothing"},
	{"internal/checktest", []string{"fix"}, "single checks"},
	{"internal/lsp/lsptest", []string{"lsp"}, "the server: it is a client"},
	{"internal/stubtest", nil, "the analysis: it type-checks programs"},
	{"internal/newcheck", nil, "the analysis: it writes files"},
	{"internal/witness/survey", []string{"driver", "flow", "load", "witness/order"}, "checks"},
}
