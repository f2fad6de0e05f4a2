// Package os is the twin of os: an environment without variables.
package os

// Getenv finds nothing.
func Getenv(string) string { return "" }
