// Package latesetup finds settings of an informer that come after its start and
// whose error is dropped. Check has what a user reads about it, with examples
// and what is not reported: informerlint explain latesetup.
package latesetup
