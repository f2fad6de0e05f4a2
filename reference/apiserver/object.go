package apiserver

import (
	"fmt"

	"github.com/informerlint/informerlint/reference/sched"
)

// An Object is one state of an object. As long as its execution lasts it is never changed:
// each write makes a new one, and each answer of the server hands out copies,
// as if they had come over the wire.
type Object struct {
	Kind, Key string
	UID       string
	Version   int // resourceVersion
	Value     any // whatever the program under test likes, see Copier
}

func (o *Object) String() string { return fmt.Sprintf("%s(%s,rv=%d)", o.Key, o.UID, o.Version) }

// A Copier is a Value that can be changed where it is. Objects with one are
// copied with it, on their way to the server and back: what a program changes in
// its own never reaches what the server holds.
type Copier interface {
	CopyValue() any // shares nothing with the original that can be changed
}

func (s *Server) copy(o *Object) *Object {
	c := s.objects.Next()
	*c = *o
	if v, ok := o.Value.(Copier); ok {
		c.Value = v.CopyValue()
	}
	return c
}

// A Verb is the type of a watch event.
type Verb int

// The verbs of watch events.
const (
	Added Verb = iota
	Modified
	Deleted
)

func (v Verb) String() string { return [...]string{"ADDED", "MODIFIED", "DELETED"}[v] }

// joined is the beginning of the name of a step.
func (v Verb) joined(to string) string { return sched.Join(v.String(), to) }

// An Event is one entry of the log of a kind.
type Event struct {
	Verb   Verb
	Object *Object
	gone   bool // the object does not exist afterwards
}
