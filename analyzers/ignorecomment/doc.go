// Package ignorecomment checks the comments that suppress findings: one without
// a reason, or for a check that does not exist, suppresses nothing, and one that
// has outlived its finding hides the next. Check has what a user reads about it:
// informerlint explain ignorecomment.
package ignorecomment
