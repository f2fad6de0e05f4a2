// Package firstcontact does what the README tells somebody to do who has never
// heard of informerlint, on a machine that has Go and nothing else. See its test.
package firstcontact
