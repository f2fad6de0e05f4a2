package startorder_test

import (
	"testing"

	"github.com/informerlint/informerlint/analyzers/startorder"
	"github.com/informerlint/informerlint/internal/checktest"
)

func Test(t *testing.T) {
	checktest.Run(t, startorder.Analyzer, "./startorder/...")
}
