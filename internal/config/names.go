// Code generated from analyzers/*/check.go by go generate ./analyzers. DO NOT EDIT.

package config

var known = map[string][]string{
	"cachemutation":  {"cached-object", "handler-object", "shallow-copy", "reordered", "typemeta"},
	"goroutinestart": {"start-races-wait", "redundant-go", "missing-go"},
	"handlersync":    {"state-before-delivered"},
	"ignorecomment":  {"no-reason", "unknown-check", "unused"},
	"latesetup":      {"late-transform", "late-watch-error-handler", "late-indexers", "dropped-registration-error"},
	"lazycache":      {"never-started", "read-before-sync", "unregistered-read"},
	"startorder":     {"late-registration", "concurrent-registration", "never-started"},
	"syncwait":       {"nothing-awaited", "wait-before-start", "duplicate-synced", "forgotten-synced", "read-before-wait", "never-awaited", "handler-before-wait", "worker-before-wait", "unchecked-result", "partial-wait"},
	"tombstone":      {"unchecked-assertion", "dropped", "pointer-assertion", "key-func", "filter-rejects", "mishandled"},
	"uidcheck":       {"generation-dropped", "uid-keyed-state", "entry-inherited", "generation-remembered", "uids-mishandled", "wrong-key", "expectations-remembered", "written-once", "delete-work-skipped", "equality-dropped", "no-update"},
}
