// Package log is the twin of log. It prints nothing.
package log

// Printf does nothing.
func Printf(string, ...any) {}

// Println does nothing.
func Println(...any) {}

// Print does nothing.
func Print(...any) {}
