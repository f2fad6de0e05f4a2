// Package server is the twin of controller-runtime's pkg/metrics/server.
package server

// Options are taken and have no effect.
type Options struct{ BindAddress string }
