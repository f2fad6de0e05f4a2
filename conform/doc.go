// Package conform holds the reference runtime to real client-go.
//
// The directories v020, v026, v030, v034 and v037 are modules of their own,
// each on one unmodified client-go. Their tests run the scripts of
// [script.Suite] in a testing/synctest bubble, against a list and watch server
// of ours (module harness), and compare what the handlers saw with what is
// recorded in observed/. The tests of this package need no client-go: they ask
// the reference runtime which traces each script allows under the profile of
// that version, and hold that against the records.
//
// Records are made anew with
//
//	cd conform/v037 && go test -run TestScripts -update
//
// and all modules are tested by conform/run.sh.
package conform
