// Package gate is what instrumented code calls: the choice points, the scheduler
// behind them, and the searches over its schedules. It is copied next to the
// instrumented client-go, so it imports only the standard library.
//
// # How
//
// Goroutines that have gates are threads. A thread that comes to a gate stops
// there; when all goroutines of the bubble have come to rest, the scheduler
// lets one of them go on, so that between two gates only one runs. Operations
// on channels are Go's own: the thread goes on into them, and if it blocks
// there, then what wakes it later runs first, and the thread stops again where
// the operation ends. Locks are taken only when they are free, with TryLock at
// the gate, because waiting for a mutex is not waiting in the sense of
// testing/synctest; that a waiting writer of a sync.RWMutex keeps new readers
// out is done here. Conditions are done here altogether.
//
// What is not a choice: which of several goroutines that wait for the same
// channel gets what is sent (the first, as in Go); the moment of an unlock, of
// a signal and of atomic operations (they come with the step before them); the
// order of a map, which is fixed (see Keys).
//
// Time passes when no thread can go on, or, up to [Config].Early, when the
// schedule says so.
//
// Where no execution is active, all of this is what the program had before.
package gate
