package latesetup_test

import (
	"testing"

	"github.com/informerlint/informerlint/analyzers/latesetup"
	"github.com/informerlint/informerlint/internal/checktest"
)

func Test(t *testing.T) {
	checktest.Run(t, latesetup.Analyzer, "./latesetup/...")
}
