package goroutinestart_test

import (
	"testing"

	"github.com/informerlint/informerlint/analyzers/goroutinestart"
	"github.com/informerlint/informerlint/internal/checktest"
)

func Test(t *testing.T) {
	checktest.Run(t, goroutinestart.Analyzer,
		"./goroutinestart/closure", "./goroutinestart/helper", "./goroutinestart/literal", "./goroutinestart/methodvalue",
		"./goroutinestart/race", "./goroutinestart/wrapped/...", "./goroutinestart/ok/...")
}

// What the optional rule reports is right, so it has a program of its own.
func TestRedundantGo(t *testing.T) {
	const name = "redundant-go"
	if goroutinestart.Analyzer.Flags.Lookup(name).DefValue != "false" {
		t.Errorf("%s is on by default", name)
	}
	if err := goroutinestart.Analyzer.Flags.Set(name, "true"); err != nil {
		t.Fatal(err)
	}
	defer goroutinestart.Analyzer.Flags.Set(name, "false")
	checktest.Run(t, goroutinestart.Analyzer, "./goroutinestart/redundant")
}
