// Package delivered runs what the analysis extracted about a wait for state
// that a handler builds (internal/delivered) on the reference runtime, to find
// out whether the wait can say true before the handler has seen the objects
// that exist.
//
// The program is an informer with one handler, which counts the objects that
// it was told of, on an API server with two objects that nobody changes. One
// thread goes the extracted way: it asks what the way asks, in its order, and
// leaves where an answer is another one; then it reads the count. All
// interleavings are explored, for client-go 0.27, 0.33 and 0.37, which have
// different queues and different ways of telling that they are synced. A way
// goes wrong if some execution of each version reads less than two after it
// has gone the whole way.
//
// For a fix, what is asked of values whose handler may not be registered, or
// before it is, runs in a world without the handler as well, and may not wait
// there for ever.
//
// What a way asks that has nothing to do with the order of informer and
// handler (nil, errors, feature gates) goes as the way says. A handler is taken
// to fill the state with each object, and to set its flags with the first.
package delivered
