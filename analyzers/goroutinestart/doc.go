// Package goroutinestart finds factories that are started in a goroutine while
// the factory's own wait may come first. Check has what a user reads about it,
// with examples and what is not reported: informerlint explain goroutinestart.
package goroutinestart
