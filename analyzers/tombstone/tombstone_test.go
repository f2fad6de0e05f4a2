package tombstone_test

import (
	"testing"

	"github.com/informerlint/informerlint/analyzers/tombstone"
	"github.com/informerlint/informerlint/internal/checktest"
)

func Test(t *testing.T) {
	checktest.Run(t, tombstone.Analyzer, "./tombstone/...")
}
