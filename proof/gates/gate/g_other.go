//go:build !amd64

package gate

import (
	"bytes"
	"runtime"
	"strconv"
)

// goroutine returns an identity of the calling goroutine, which no other one
// has. It takes microseconds.
func goroutine() uintptr {
	var buf [64]byte
	head := bytes.TrimPrefix(buf[:runtime.Stack(buf[:], false)], []byte("goroutine "))
	number, _, _ := bytes.Cut(head, []byte(" "))
	id, err := strconv.ParseUint(string(number), 10, 64)
	if err != nil {
		panic("gate: no goroutine number in a stack trace")
	}
	return uintptr(id)
}
