// Package sync has what the programs need of sync.
package sync

type Mutex struct{ state int }

func (m *Mutex) Lock()
func (m *Mutex) Unlock()

type RWMutex struct{ state int }

func (m *RWMutex) Lock()
func (m *RWMutex) Unlock()
func (m *RWMutex) RLock()
func (m *RWMutex) RUnlock()

type Map struct{ m map[interface{}]interface{} }

func (m *Map) LoadOrStore(key, value interface{}) (interface{}, bool)
func (m *Map) LoadAndDelete(key interface{}) (interface{}, bool)
func (m *Map) Delete(key interface{})
func (m *Map) Store(key, value interface{})
func (m *Map) Range(f func(key, value interface{}) bool)
func (m *Map) Clear()
func (m *Map) CompareAndSwap(key, old, new interface{}) bool
func (m *Map) CompareAndDelete(key, old interface{}) bool

type Once struct{ done int }

func (o *Once) Do(f func())

type WaitGroup struct{ n int }

func (w *WaitGroup) Add(n int)
func (w *WaitGroup) Done()
func (w *WaitGroup) Go(f func())
func (w *WaitGroup) Wait()
