// Package nogo runs the checks in rules_go's nogo, as Bazel would: rules_go
// writes the main package, and each package is a process that reads types from
// export data and facts from files. See its test. The module lies below
// golang.org/x/tools by name, since nogo imports an internal package of it, which
// Bazel does not mind and the go command does.
package nogo
