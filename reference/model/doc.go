// Package model runs environment scripts (package script) on the reference
// runtime and says which traces it allows.
package model
