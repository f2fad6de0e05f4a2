package gate

// goroutine returns an identity of the calling goroutine, which another one may
// get when this one has ended.
func goroutine() uintptr
