// Package uidcheck finds Update handlers that take a recreated object for the
// one it has replaced. An Update that may get two objects must notice before it
// matters: before it goes by a field that starts over with each object, if the
// handlers keep something under the object's UID, and where it writes an entry
// only if there is none under the object's name. Check has what a user reads
// about it, with examples and what is not reported: informerlint explain
// uidcheck.
package uidcheck
