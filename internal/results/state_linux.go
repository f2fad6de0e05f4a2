package results

import (
	"io/fs"
	"syscall"
)

func stateOf(info fs.FileInfo) (State, bool) {
	sys, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return State{Size: info.Size(), MTime: info.ModTime().UnixNano()}, false
	}
	return State{info.Size(), info.ModTime().UnixNano(), sys.Ctim.Nano(), sys.Ino}, true
}
