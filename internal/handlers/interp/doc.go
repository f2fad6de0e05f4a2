// Package interp interprets event handlers abstractly, path by path: what they
// do with an object, with a tombstone, and with two objects of one name that
// have two UIDs.
//
// A [Machine] runs the functions of one package. What a function has done on
// all its ways together is a [Trail]; its ways one by one are a [Program]. The
// functions that are run, a [Group], are found by package resolve; whether what
// they do is wrong is decided by package judge. This package knows neither.
// What is known of a value, and what most instructions make of it, is in
// package value.
package interp
