// Package os has what the programs need of os.
package os

func Exit(code int)
