package script

// A Sink is an event handler, of the reference runtime or of client-go, that
// says as events what it is called with.
type Sink struct {
	Told func(Event)
	// Read returns the state of an object, and whether it came in a tombstone.
	Read func(obj any) (state State, tombstone bool)
}

func (s *Sink) state(obj any) State {
	state, _ := s.Read(obj)
	return state
}

// OnAdd tells of an Add.
func (s *Sink) OnAdd(obj any, initial bool) {
	s.Told(Event{Verb: Add, Obj: s.state(obj), Init: initial})
}

// OnUpdate tells of an Update, or of a Sync if both objects are the same one.
func (s *Sink) OnUpdate(oldObj, newObj any) {
	if oldObj == newObj {
		s.Told(Event{Verb: Sync, Obj: s.state(newObj)})
		return
	}
	s.Told(Event{Verb: Update, Old: s.state(oldObj), Obj: s.state(newObj)})
}

// OnDelete tells of a Deleted, or of a Tomb.
func (s *Sink) OnDelete(obj any) {
	state, tombstone := s.Read(obj)
	verb := Deleted
	if tombstone {
		verb = Tomb
	}
	s.Told(Event{Verb: verb, Obj: state})
}
