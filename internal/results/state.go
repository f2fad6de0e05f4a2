package results

import (
	"io/fs"
	"os"
	"time"
)

// A State is what the file system says of a file. If two are equal, and the
// first is Settled, the bytes are the same, without reading them: the time of the
// last change of a file's inode (ctime) is not for programs to set.
type State struct {
	Size         int64
	MTime, CTime int64 // nanoseconds since 1970
	Inode        uint64
}

// StateOf returns the state of a file; ok is false if there is no such file, or
// if the system does not tell when its inode changed.
func StateOf(name string) (st State, ok bool) {
	info, err := os.Stat(name)
	if err != nil {
		return State{}, false
	}
	return stateOf(info)
}

// StateIn is StateOf for what a directory lists.
func StateIn(name string, d fs.DirEntry) (State, bool) {
	if d.Type()&fs.ModeSymlink != 0 {
		return StateOf(name)
	}
	info, err := d.Info()
	if err != nil {
		return State{}, false
	}
	return stateOf(info)
}

// settle is how long a file has to be left alone before its times say
// something: two changes within one tick of a file system's clock have the same
// time, and the coarsest tick is two seconds.
const settle = 2 * time.Second

// Settled reports whether a state that was seen at a time will differ after
// every later change.
func (s State) Settled(at time.Time) bool {
	return max(s.CTime, s.MTime) < at.Add(-settle).UnixNano()
}
