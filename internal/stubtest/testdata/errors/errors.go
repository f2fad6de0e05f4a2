// Package errors has what the programs need of errors.
package errors

func New(text string) error

func Is(err, target error) bool
