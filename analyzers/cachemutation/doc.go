// Package cachemutation reports code that changes an object of an informer's
// cache: what a lister, a store or a notification hands out is the object that
// all other readers of the cache have.
//
// The objects are followed by internal/cached, and each report is a way that
// internal/witness/cached runs on the reference runtime.
package cachemutation
