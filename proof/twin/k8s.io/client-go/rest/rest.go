// Package rest is the twin of client-go's rest.
package rest

// A Config leads to the server of the current world.
type Config struct{ Host string }
