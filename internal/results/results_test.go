package results

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func open(t *testing.T) *Store {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "a", "b"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func key(text string) Key {
	h := NewHash("test")
	h.Text(text)
	return h.Sum()
}

func TestPutAndGet(t *testing.T) {
	s := open(t)
	if _, ok := s.Get(key("a")); ok {
		t.Error("an entry that nobody has put")
	}
	s.Put(key("a"), []byte("one"))
	s.Put(key("b"), nil)
	again, err := Open(s.dir)
	if err != nil {
		t.Fatal(err)
	}
	if data, ok := again.Get(key("a")); !ok || string(data) != "one" {
		t.Errorf("%q, %v", data, ok)
	}
	if data, ok := again.Get(key("b")); !ok || len(data) != 0 {
		t.Errorf("%q, %v", data, ok)
	}
	var none *Store
	none.Put(key("a"), nil)
	if _, ok := none.Get(key("a")); ok || none.Prune(0) != nil {
		t.Error("no store has an entry")
	}
}

// Parts of keys cannot be mistaken for others.
func TestHash(t *testing.T) {
	sums := make(map[Key]string)
	for name, fill := range map[string]func(h *Hash){
		"nothing":    func(*Hash) {},
		"ab c":       func(h *Hash) { h.Text("ab", "c") },
		"a bc":       func(h *Hash) { h.Text("a", "bc") },
		"list":       func(h *Hash) { h.Texts([]string{"ab", "c"}) },
		"list, more": func(h *Hash) { h.Texts([]string{"ab"}); h.Text("c") },
		"key":        func(h *Hash) { h.Key(key("x")) },
	} {
		h := NewHash("k")
		fill(h)
		if other, ok := sums[h.Sum()]; ok {
			t.Errorf("%s and %s have one key", name, other)
		}
		sums[h.Sum()] = name
	}
}

// Prune keeps what was read last, and looks once an hour.
func TestPrune(t *testing.T) {
	s := open(t)
	large := bytes.Repeat([]byte("x"), 1000)
	for i, name := range []string{"old", "new", "newest"} {
		s.Put(key(name), append(large, name...))
		files, err := filepath.Glob(filepath.Join(s.dir, "*", "*-[ad]"))
		if err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(time.Duration(i-10) * time.Minute)
		for _, f := range files {
			if st, err := os.Stat(f); err == nil && time.Since(st.ModTime()) < time.Minute {
				if err := os.Chtimes(f, at, at); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	has := func(want ...string) {
		t.Helper()
		for _, name := range []string{"old", "new", "newest"} {
			_, ok := s.Get(key(name))
			if want := slices.Contains(want, name); ok != want {
				t.Errorf("%s: %v, want %v", name, ok, want)
			}
		}
	}
	if err := s.Prune(3000); err != nil {
		t.Error(err)
	}
	has("new", "newest")
	if err := s.Prune(0); err != nil {
		t.Error(err)
	}
	has("new", "newest") // it has looked
	long := time.Now().Add(-2 * pruneEvery)
	if err := os.Chtimes(filepath.Join(s.dir, pruneMark), long, long); err != nil {
		t.Fatal(err)
	}
	reader, err := Open(s.dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := reader.Prune(0); err != nil {
		t.Error(err)
	}
	has("new", "newest") // it has added nothing
	if err := s.Prune(0); err != nil {
		t.Error(err)
	}
	has()
}

// A state changes with every change, whatever time a file is given.
func TestState(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	write := func(text string) State {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		old := time.Now().Add(-time.Hour)
		if err := os.Chtimes(name, old, old); err != nil {
			t.Fatal(err)
		}
		st, sure := StateOf(name)
		if !sure {
			t.Skip("this system does not tell when an inode changed")
		}
		return st
	}
	a := write("a")
	time.Sleep(20 * time.Millisecond) // more than a tick of the file system's clock
	if b := write("b"); a == b {
		t.Errorf("two texts have the state %v", a)
	}
	if a.Settled(time.Now()) {
		t.Error("settled at once")
	}
	if !a.Settled(time.Now().Add(3 * time.Second)) {
		t.Error("never settled")
	}
	if _, ok := StateOf(name + "x"); ok {
		t.Error("the state of no file")
	}
}

func TestFileHash(t *testing.T) {
	s := open(t)
	name := filepath.Join(t.TempDir(), "f")
	if _, err := s.FileHash(name); err == nil {
		t.Error("the hash of no file")
	}
	for _, text := range []string{"one", "two"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if got, err := s.FileHash(name); err != nil || got != Of([]byte(text)) {
				t.Errorf("%x, %v", got, err)
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
}
