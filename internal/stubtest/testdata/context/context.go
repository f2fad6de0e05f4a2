// Package context has what the programs need of context.
package context

import "time"

type Context interface {
	Done() <-chan struct{}
	Err() error
	Value(key interface{}) interface{}
}

type CancelFunc func()

func Background() Context
func WithCancel(parent Context) (Context, CancelFunc)
func WithTimeout(parent Context, timeout time.Duration) (Context, CancelFunc)
func WithValue(parent Context, key, val interface{}) Context

type CancelCauseFunc func(cause error)

func WithCancelCause(parent Context) (Context, CancelCauseFunc)

func AfterFunc(ctx Context, f func()) (stop func() bool)
