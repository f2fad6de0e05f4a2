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

	{"internal/check/kind", nil, "single checks: a kind says what follows for all of its checks"},

	// What every check and driver uses.
	{"internal/config", []string{"clientgo"}, "checks, but for their names"},
	{"internal/suppress", nil, "checks, findings and drivers"},
	{"internal/report", []string{"clientgo", "config", "suppress"}, "drivers, and the forms in which findings are printed"},
	{"internal/check", []string{"check/kind", "report"}, "single checks: it is the type of what describes one"},
	{"internal/runner", nil, "what the analyzers are for, and where packages come from"},
	{"internal/ssabuild", []string{"clientgo"}, "who asks for SSA"},
	{"internal/ssautil", nil, "informers: it asks small questions about go/ssa"},
	{"internal/memo", nil, "what it keeps"},

	// The engine: each package knows only those above it, and judge and story
	// not each other, so that a witness is a second opinion.
	{"internal/engine/callers", []string{"clientgo"}, "informers, and SSA"},
	{"internal/engine/ir", []string{"clientgo"}, "where programs come from, and what they are composed to"},
	{"internal/engine/logged", []string{"clientgo", "ssautil"}, "programs: it follows one value"},
	{"internal/engine/added", []string{"clientgo", "engine/answers", "engine/logged", "ssautil"}, "programs: it asks one question about a handler"},
	{"internal/engine/answers", []string{"clientgo", "engine/logged", "ssautil"}, "programs: it reads SSA"},
	{"internal/engine/resource", []string{"clientgo"}, "programs: it reads SSA"},
	{"internal/engine/lasts", []string{"clientgo", "ssautil"}, "programs: it reads SSA"},
	{"internal/engine/state", []string{"ctrlruntime", "ssautil"}, "programs: it reads SSA"},
	{"internal/engine/cachecall", []string{"clientgo", "ctrlruntime", "engine/state", "ssautil"}, "programs: it reads SSA"},
	{"internal/engine/fields", []string{"engine/ir", "ssautil"}, "what is done to what the fields hold"},
	{"internal/engine/registry", []string{"ssautil"}, "what programs are composed to: it reads init functions"},
	{"internal/engine/condition", []string{"clientgo", "engine/ir", "ssautil"}, "programs, and what branches lead to: it reads SSA"},
	{"internal/engine/program", []string{"clientgo", "config", "ctrlruntime", "engine/added", "engine/answers", "engine/cachecall", "engine/callers", "engine/condition", "engine/fields", "engine/ir", "engine/lasts", "engine/logged", "engine/registry", "engine/resource", "ssabuild", "ssautil"}, "what programs are composed to"},
	{"internal/engine/roots", []string{"clientgo", "engine/ir", "engine/program"}, "what programs are composed to"},
	{"internal/engine/leaks", []string{"clientgo", "engine/ir"}, "what programs are composed to, and informers: it says what goes out of sight"},
	{"internal/engine/reads", []string{"clientgo", "engine/ir"}, "what programs are composed to, and informers: it follows paths to listers"},
	{"internal/engine/interp", []string{"clientgo", "ctrlruntime", "engine/ir", "engine/leaks", "engine/program", "engine/reads", "engine/roots"}, "events, and their order: it says what may be where"},
	{"internal/engine/compose", []string{"clientgo", "ctrlruntime", "engine/interp", "engine/ir", "engine/program", "engine/roots"}, "what is wrong, and what can be run"},
	{"internal/engine/unroll", []string{"clientgo", "engine/compose", "engine/interp", "engine/ir"}, "lives, what is wrong, and what can be run"},
	{"internal/engine/worlds", []string{"engine/compose"}, "lives, what is wrong, and what can be run"},
	{"internal/engine/life", []string{"clientgo", "ctrlruntime", "engine/compose", "engine/interp", "engine/ir", "engine/program", "engine/unroll", "engine/worlds"}, "what is wrong, and what can be run"},
	{"internal/engine/filled", []string{"clientgo", "engine/compose", "engine/interp", "engine/program"}, "which functions are handlers, and what they fill"},
	{"internal/engine/judge", []string{"clientgo", "engine/compose", "engine/interp", "engine/ir", "engine/life", "engine/program"}, "stories"},
	{"internal/engine/story", []string{"clientgo", "engine/compose", "engine/ir", "engine/life", "engine/program"}, "verdicts and the judge"},
	{"internal/engine/account", []string{"clientgo", "engine/answers", "engine/compose", "engine/ir", "engine/life", "engine/program", "ssabuild"}, "what is wrong: it says what there is"},
	{"internal/engine", []string{"clientgo", "engine/account", "engine/compose", "engine/ir", "engine/judge", "engine/life", "engine/program", "engine/story"}, "checks, messages, fixes, and the witness"},

	// Event handlers, path by path.
	{"internal/handlers/frame", []string{"clientgo", "ssautil"}, "what calls do: it says which are inside of which"},
	{"internal/handlers/depends", []string{"ssautil"}, "client-go, handlers and objects: it follows values"},
	{"internal/handlers/fresh", []string{"clientgo", "handlers/frame", "ssautil"}, "handlers: it tells what a condition asks"},
	{"internal/handlers/effect", []string{"clientgo", "handlers/frame", "ssautil"}, "handlers: it tells what any function changes"},
	{"internal/handlers/hop", []string{"clientgo", "handlers/effect", "handlers/frame", "ssautil"}, "handlers: it tells where queues lead"},
	{"internal/handlers/owners", []string{"clientgo", "ssautil"}, "handlers: it tells whose deletions an owner wants to hear of"},
	{"internal/handlers/keep", []string{"clientgo", "handlers/effect", "handlers/sole", "report", "ssabuild", "ssautil"}, "handlers: it tells what functions keep for anybody"},
	{"internal/handlers/fifo", []string{"clientgo", "ssautil"}, "what the functions do"},
	{"internal/handlers/past", nil, "what was done, and what was decided: they are numbers"},
	{"internal/handlers/steady", []string{"clientgo", "handlers/effect", "handlers/hop", "ssautil"}, "handlers, and what is wrong: it tells who else may empty a place"},
	{"internal/handlers/sole", []string{"ssautil"}, "handlers: it looks at what a package puts into interfaces"},
	{"internal/handlers/setting", []string{"ssautil"}, "handlers: it tells what is written where a structure is made"},
	{"internal/handlers/source", []string{"ssautil"}, "handlers: it reads the text of functions"},
	{"internal/handlers/shape", []string{"clientgo", "ssautil"}, "what is known of a value: it writes down how it is made"},
	{"internal/handlers/value", []string{"clientgo", "handlers/effect", "ssautil"}, "calls, branches and effects: it computes"},
	{"internal/handlers/registered", []string{"clientgo", "handlers/value", "ssautil"}, "what the functions do: it is data"},
	{"internal/handlers/interp", []string{"clientgo", "handlers/effect", "handlers/frame", "handlers/hop", "handlers/keep", "handlers/past", "handlers/registered", "handlers/setting", "handlers/shape", "handlers/sole", "handlers/source", "handlers/value", "ssabuild", "ssautil"}, "registrations, and what is wrong"},
	{"internal/handlers/apart", []string{"clientgo", "handlers/interp", "handlers/keep", "ssabuild", "ssautil"}, "registrations: it is about packages that have none"},
	{"internal/handlers/resolve", []string{"clientgo", "config", "handlers/apart", "handlers/fifo", "handlers/interp", "handlers/keep", "handlers/owners", "handlers/registered", "handlers/sole", "ssabuild", "ssautil"}, "what is wrong"},
	{"internal/handlers/aftermath", []string{"clientgo", "handlers/effect", "handlers/hop", "handlers/interp", "handlers/registered", "handlers/steady", "ssautil"}, "what is wrong: it says what may still be done"},
	{"internal/handlers/taker", []string{"clientgo", "handlers/frame", "handlers/hop", "handlers/interp", "handlers/registered", "handlers/resolve", "ssautil"}, "messages, and what else a handler has lost"},
	{"internal/handlers/sweep", []string{"clientgo", "handlers/depends", "handlers/effect", "ssautil"}, "handlers: it tells by what a map loses entries"},
	{"internal/handlers/judge", []string{"clientgo", "handlers/aftermath", "handlers/effect", "handlers/hop", "handlers/interp", "handlers/keep", "handlers/registered", "handlers/resolve", "handlers/sweep", "handlers/taker", "ssautil"}, "the engine, messages, fixes, and the witness"},
	{"internal/cached/form", []string{"clientgo", "ssautil"}, "ways and caches: it reads one function"},
	{"internal/cached/track", nil, "SSA: it is what was found there, for who runs it"},
	{"internal/cached/calls", []string{"clientgo", "handlers/sole", "ssautil"}, "ways and values: it looks at instructions"},
	{"internal/cached", []string{"cached/calls", "cached/form", "cached/track", "clientgo", "handlers/registered", "handlers/resolve", "report", "ssabuild", "ssautil"}, "checks, messages, fixes, and the witness"},
	{"internal/blocking", []string{"clientgo", "ssautil"}, "checks: it reads SSA"},
	{"internal/delivered/once", []string{"ssautil"}, "what handlers do: it reads SSA"},
	{"internal/delivered/uses", []string{"clientgo", "delivered/once", "ssautil"}, "places, and what is state: it reads SSA"},
	{"internal/delivered/kept", []string{"blocking", "clientgo", "ssautil"}, "handlers, and what is state: it reads SSA"},
	{"internal/delivered/across", []string{"clientgo", "engine/program", "handlers/keep", "ssabuild", "ssautil"}, "handlers, and the order of events: it is what packages tell each other"},
	{"internal/delivered", []string{"blocking", "clientgo", "delivered/across", "delivered/kept", "delivered/once", "delivered/uses", "engine/callers", "engine/filled", "engine/logged", "engine/program", "handlers/registered", "handlers/resolve", "ssabuild", "ssautil"}, "checks, messages, fixes, and the witness"},

	// Fixes, and the gate that decides which findings and fixes are shown.
	{"internal/fix", nil, "what is wrong: it makes edits"},
	{"internal/fix/alias", []string{"fix"}, "checks: it reads the source of one function"},
	{"internal/fix/recreation", []string{"clientgo", "fix"}, "what is wrong: it makes Update tell two objects apart"},
	{"internal/fix/sequence", []string{"clientgo", "fix"}, "what is wrong: it changes the order of calls"},
	{"internal/fix/unwrap", []string{"clientgo", "fix"}, "what is wrong: it recovers the object in a tombstone"},
	{"internal/fix/reread", []string{"clientgo", "ssautil"}, "checks and messages: it reads SSA"},
	{"internal/fix/apply", nil, "analyzers: it applies edits to texts"},
	{"internal/fix/try", []string{"fix", "fix/apply", "runner"}, "checks: it runs whatever analyzer it is given"},
	{"internal/fix/outcome", []string{"blocking", "clientgo", "ctrlruntime", "ssabuild", "ssautil"}, "checks and fixes: it compares two texts of a file"},
	{"internal/gate", []string{"fix/apply", "fix/outcome", "fix/try", "report"}, "checks, engines and the runtime: a case is handed in"},
	{"internal/fix/mutate", []string{"fix/apply", "fix/try"}, "what is wrong: it makes wrong fixes of right ones"},
	{"internal/waits", []string{"clientgo", "fix"}, "orders: it decides what syntax and types decide of a wait"},

	// The reference runtime, with the standard library alone.
	{"reference", nil, "everything: it is documentation"},
	{"reference/sched", nil, "informers"},
	{"reference/sched/local", []string{"reference/sched"}, "what runs in the worlds that it keeps apart"},
	{"reference/explore", []string{"reference/sched"}, "informers"},
	{"reference/trace", []string{"reference/explore"}, "informers"},
	{"reference/script", nil, "the runtime: scripts run on real client-go as well"},
	{"reference/tree", nil, "servers and informers: it is what they share"},
	{"reference/apiserver", []string{"reference/sched"}, "informers: it is what they talk to"},
	{"reference/cache", []string{"reference/apiserver", "reference/sched"}, "factories"},
	{"reference/factory", []string{"reference/apiserver", "reference/cache", "reference/sched"}, "scripts and the explorer"},
	{"reference/lazycache", []string{"reference/apiserver", "reference/cache", "reference/sched"}, "scripts and the explorer"},
	{"reference/model", []string{"reference/apiserver", "reference/cache", "reference/explore", "reference/factory", "reference/sched", "reference/script"}, "the analysis"},
	{"reference/internal/mutants", []string{"reference/internal/mutants/mutant"}, "what the sources mean that it mutates"},
	{"reference/internal/mutants/mutant", nil, "everything: mutated sources ask it"},

	// The witness: what was extracted, on the reference runtime.
	{"internal/witness/tell", []string{"report", "reference/explore"}, "what is told"},
	{"internal/witness/order", []string{"clientgo", "engine", "engine/compose", "engine/story", "fix/outcome", "fix/try", "gate", "report", "witness/tell", "reference/apiserver", "reference/cache", "reference/explore", "reference/factory", "reference/sched"}, "the judge's automata, and handlers"},
	{"internal/witness/handler", []string{"clientgo", "gate", "handlers/aftermath", "handlers/effect", "handlers/interp", "handlers/judge", "handlers/keep", "handlers/registered", "handlers/resolve", "memo", "reference/apiserver", "reference/cache", "reference/explore", "reference/sched", "report", "ssautil", "witness/handler/deed", "witness/handler/keeping", "witness/handler/notice", "witness/handler/words", "witness/tell"}, "the engine"},
	{"internal/witness/handler/deed", []string{"handlers/interp", "handlers/shape"}, "the runtime: it says what functions do, and compares"},
	{"internal/witness/handler/keeping", []string{"handlers/effect", "handlers/interp"}, "the runtime: it says what is kept"},
	{"internal/witness/handler/notice", []string{"handlers/fresh", "handlers/interp", "handlers/value"}, "the runtime: it says what may be noticed"},
	{"internal/witness/handler/words", []string{"clientgo", "handlers/interp"}, "the runtime: it says what happens on a way"},
	{"internal/witness/delivered", []string{"delivered", "fix/try", "gate", "memo", "report", "witness/tell", "reference/apiserver", "reference/cache", "reference/explore", "reference/sched"}, "how state was found"},
	{"internal/witness/cached", []string{"cached/track", "fix", "gate", "memo", "report", "witness/tell", "reference/apiserver", "reference/cache", "reference/explore", "reference/sched", "reference/tree"}, "how ways were found"},
	{"internal/witness/lazy", []string{"engine", "engine/judge", "engine/story", "fix/try", "gate", "report", "witness/tell", "reference/apiserver", "reference/cache", "reference/explore", "reference/lazycache", "reference/sched"}, "how caches were found"},

	// The ways in.
	{"internal/results", nil, "what it keeps, and what that depends on"},
	{"internal/load", []string{"clientgo", "ctrlruntime", "results"}, "analyzers: it reads packages"},
	{"internal/driver", []string{"config", "report", "runner", "suppress"}, "checks, and how findings are printed"},
	{"internal/unitfast", []string{"runner"}, "checks: its rules say which packages matter"},

	// What people and other tools read.
	{"internal/report/finding", []string{"driver", "report", "suppress"}, "checks, and the forms in which findings are printed"},
	{"internal/report/known", []string{"report/finding"}, "the forms in which findings are printed"},
	{"internal/report/page", nil, "findings: it shows what it is given"},
	{"internal/example", []string{"report/page"}, "checks: it is data that was made of them"},
	{"internal/report/format", []string{"fix/apply", "report", "report/finding", "report/page"}, "checks: what the forms say of rules is handed in"},
	{"internal/lsp", []string{"fix/apply", "report/finding"}, "how packages are analyzed: a function is handed in"},
	{"internal/goplsbuild", nil, "the analysis: it builds a gopls from sources"},

	// For the work on informerlint alone.
	{"internal/archtest", nil, "everything: it reads imports"},
	{"internal/bench", nil, "the analysis: it measures commands"},
	{"internal/bench/noop", nil, "everything: it is an analyzer that does nothing"},
	{"internal/checktest", []string{"driver", "fix/apply", "load"}, "single checks"},
	{"internal/lsp/lsptest", []string{"lsp"}, "the server: it is a client"},
	{"internal/stubtest", nil, "the analysis: it type-checks programs"},
	{"internal/newcheck", nil, "the analysis: it writes files"},
	{"internal/gate/gatetest", []string{"checktest", "engine", "engine/story", "fix/mutate", "fix/try", "gate", "witness/order"}, "single checks: they are handed in"},
	{"internal/witness/survey", []string{"driver", "engine", "engine/judge", "load", "witness/order"}, "checks"},
}
