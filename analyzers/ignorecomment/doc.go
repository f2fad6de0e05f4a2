// Package ignorecomment checks the comments that suppress findings: one that has
// no reason, or names a check that there is not, suppresses nothing, and one
// that has outlived its finding hides the next.
package ignorecomment
