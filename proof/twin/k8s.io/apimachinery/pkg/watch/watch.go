// Package watch is the twin of apimachinery's watch.
package watch

// An Interface is watch.Interface. Programs hand it on and do not look at it.
type Interface interface{}
