package analyzers

var ignorecommentRow = Check{
	Name:    "ignorecomment",
	Summary: "a comment that is to suppress a finding does not do what it says",
	Intro: "A comment `//informerlint:ignore CHECK reason` says that a finding is wrong, or meant, at its line. " +
		"One with a slip in it is only a comment, and one that is left behind when the code has changed hides the next finding there. " +
		"What the comments look like is in [suppression](../suppression.md).",
	Rules: []Rule{
		{
			Name:    "no-reason",
			Summary: "a comment names no check or gives no reason, and so suppresses nothing",
			Source:  "A finding is meant to be a bug: who says that it is none should say why, to whoever changes the code next.",
		},
		{
			Name:    "unknown-check",
			Summary: "a comment names a check or rule that does not exist",
			Source:  "As above.",
		},
		{
			Name:     "unused",
			Summary:  "a comment suppresses nothing",
			Optional: "The same code may be analyzed with other build tags, or without its tests, and then the comment may have its use.",
			Source:   "As above.",
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
		"`unused`, for a comment whose check the config file switches off.",
	},
	Fix: "None.",
}
