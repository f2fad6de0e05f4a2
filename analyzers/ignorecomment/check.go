package ignorecomment

import (
	"github.com/informerlint/informerlint/internal/check"
	"github.com/informerlint/informerlint/internal/check/kind"
)

// Check is the description of this check, from which its documentation is made.
var Check = check.Check{
	Analyzer: Analyzer,
	Kind:     kind.Comment,
	Summary:  "a comment that is meant to suppress a finding does not, or is no longer needed",
	Intro: "A comment `//informerlint:ignore CHECK reason` says that a finding at its line is wrong, or intended. " +
		"One with a mistake in it is only a comment, and one that stays when the code changes hides the next finding there. " +
		"See [suppression](../suppression.md) for the form of these comments.",
	Rules: []check.Rule{
		{
			Name:    "no-reason",
			Symptom: "A finding is still reported although `//informerlint:ignore` stands on its line.",
			Summary: "a comment names no check or gives no reason, and so suppresses nothing",
			Source:  "A finding is meant to be a bug. Whoever says that it is not should tell the next person why.",
		},
		{
			Name:    "unknown-check",
			Symptom: "A finding is still reported although a comment with the name of a check, misspelled or renamed, stands on its line.",
			Summary: "a comment names a check or rule that does not exist",
			Source:  "It suppresses nothing, and its author thinks that it does.",
		},
		{
			Name:     "unused",
			Symptom:  "Nothing today; a new finding at the line of an old comment will not be reported.",
			Summary:  "a comment suppresses nothing",
			Optional: "The comment may be needed with other build tags, or when tests are analyzed as well.",
			Source:   "The finding is gone; the comment would hide the next one at its line.",
		},
	},
	Wrong: `//informerlint:ignore startorder
factory.Start(ctx.Done())
lister := factory.Core().V1().Pods().Lister()
`,
	Right: `//informerlint:ignore startorder the test starts the factory again
factory.Start(ctx.Done())
lister := factory.Core().V1().Pods().Lister()
`,
	Silent: []string{
		"Comments about other linters, and `//nolint` without a name.",
		"Packages that reach no informer, and generated files: nothing is reported there.",
		"`unused`, if the config file switches the comment's check off.",
	},
	Fix: "None.",
}
