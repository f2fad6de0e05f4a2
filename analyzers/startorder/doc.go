// Package startorder finds informers that are registered but never started. A
// report needs that the wrong order is certain: on every path, with no later
// Start or Run that could repair it, and for an object whose whole life is
// visible. The engine decides that; this package words it and fixes it. Check
// has what a user reads about it, with examples and what is not reported:
// informerlint explain startorder.
package startorder
