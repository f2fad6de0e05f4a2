package lazycache

import (
	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/lazy"
)

func fixes(pass *analysis.Pass, v lazy.Verdict) []analysis.SuggestedFix { return nil }
