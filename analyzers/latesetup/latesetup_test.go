package latesetup_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/informerlint/informerlint/analyzers/latesetup"
	"github.com/informerlint/informerlint/internal/checktest"
)

// registration has what the optional rule reports.
const registration = "registration"

func Test(t *testing.T) {
	entries, err := os.ReadDir(filepath.Join(checktest.Dir(t), "latesetup"))
	if err != nil {
		t.Fatal(err)
	}
	var patterns []string
	for _, e := range entries {
		if e.Name() != registration {
			patterns = append(patterns, "./latesetup/"+e.Name()+"/...")
		}
	}
	checktest.Run(t, latesetup.Analyzer, patterns...)
}

func TestDroppedRegistrationError(t *testing.T) {
	const name = "dropped-registration-error"
	if err := latesetup.Analyzer.Flags.Set(name, "true"); err != nil {
		t.Fatal(err)
	}
	defer latesetup.Analyzer.Flags.Set(name, "false")
	checktest.Run(t, latesetup.Analyzer, "./latesetup/"+registration, "./latesetup/ok/...")
}
