// Package judge says what event handlers do wrong with a tombstone, and with an
// object that was deleted and created again.
package judge
