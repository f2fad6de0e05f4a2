// Package sync has what the programs need of sync.
package sync

type Mutex struct{ state int }

func (m *Mutex) Lock()
func (m *Mutex) Unlock()

type Map struct{ m map[interface{}]interface{} }

func (m *Map) LoadOrStore(key, value interface{}) (interface{}, bool)
func (m *Map) Delete(key interface{})
