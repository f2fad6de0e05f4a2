// Package tree has objects as Go programs share them: structures, maps and
// slices as nodes with an identity, which are reached by value or through a
// reference.
//
// A structure's own fields are part of it, at any depth, and are copied with it.
// What a pointer, a map or a slice leads to is a node of its own: a copy of the
// structure ([Node.Shallow]) leads to the same one, a deep copy
// ([Node.DeepCopy]) to another.
//
// # Not modelled
//
// Two ways to one node within an object, cycles, nil, the length of slices, and
// which element is meant: all elements of a map or slice are one place, named by
// the program.
package tree
