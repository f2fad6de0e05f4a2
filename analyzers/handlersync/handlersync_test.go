package handlersync_test

import (
	"testing"

	"github.com/informerlint/informerlint/analyzers/handlersync"
	"github.com/informerlint/informerlint/internal/checktest"
)

func Test(t *testing.T) {
	checktest.Run(t, handlersync.Analyzer, "./handlersync/...")
}
