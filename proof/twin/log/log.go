// Package log is the twin of log. It prints nothing.
package log

import "fmt"

// Printf does nothing.
func Printf(string, ...any) {}

// Println does nothing.
func Println(...any) {}

// Print does nothing.
func Print(...any) {}

// Fatal ends the execution as a panic does.
func Fatal(v ...any) { panic(fmt.Sprint(v...)) }

// Fatalf ends the execution as a panic does.
func Fatalf(format string, v ...any) { panic(fmt.Sprintf(format, v...)) }
