// Package results keeps on disk what runs have found out, by the hash of all
// that it depends on: a key is never given to something else, so an entry is
// either right or not found.
//
// Files are those of the go command's own build cache, by way of
// github.com/rogpeppe/go-internal/cache: several processes may use a directory
// at the same time, and what was damaged or cut off is not found, since the
// hash of each entry's bytes stands beside it. What that library does not do is
// to bound the size; see Prune.
package results

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/rogpeppe/go-internal/cache"
)

// A Key is a hash of all that an entry depends on.
type Key [sha256.Size]byte

// A Store is a directory of entries. The methods may be called at the same
// time; a nil Store has no entries and takes none.
type Store struct {
	dir   string
	cache *cache.Cache
	wrote atomic.Int64
}

// Open makes the directory if need be.
func Open(dir string) (*Store, error) {
	if strings.Contains(os.Getenv("GODEBUG"), "gocacheverify=1") {
		return nil, errors.New("GODEBUG=gocacheverify=1 makes every entry count as not found")
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	c, err := cache.Open(dir)
	if err != nil {
		return nil, err
	}
	return &Store{dir: dir, cache: c}, nil
}

// Get returns an entry.
func (s *Store) Get(key Key) ([]byte, bool) {
	if s == nil {
		return nil, false
	}
	data, _, err := s.cache.GetBytes(cache.ActionID(key))
	return data, err == nil
}

// Put keeps an entry. That it cannot, because the disk is full for instance, is no
// error: it will be computed again.
func (s *Store) Put(key Key, data []byte) {
	if s != nil && s.cache.PutBytes(cache.ActionID(key), data) == nil {
		s.wrote.Add(1)
	}
}

// Prune looks at most this often; the time of the last look is that of a file.
const (
	pruneEvery = time.Hour
	pruneMark  = "pruned"
)

// Prune deletes what nobody has read for five days, and then what was read
// longest ago until there are at most limit bytes. It does nothing if this
// process has added nothing, and more than once an hour.
func (s *Store) Prune(limit int64) error {
	if s == nil || s.wrote.Load() == 0 {
		return nil
	}
	mark := filepath.Join(s.dir, pruneMark)
	if st, err := os.Stat(mark); err == nil && time.Since(st.ModTime()) < pruneEvery && time.Since(st.ModTime()) >= 0 {
		return nil
	}
	if err := os.WriteFile(mark, nil, 0o666); err != nil {
		return err
	}
	if err := s.cache.Trim(); err != nil {
		return err
	}
	return s.shrink(limit)
}

// shrink deletes the oldest files beyond limit. A process that reads meanwhile
// does not find them, and computes.
func (s *Store) shrink(limit int64) error {
	type file struct {
		name string
		size int64
		time time.Time
	}
	var files []file
	var total int64
	err := filepath.WalkDir(s.dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, "-a") && !strings.HasSuffix(name, "-d") {
			return nil // another process may be deleting
		}
		if st, err := d.Info(); err == nil {
			files = append(files, file{name, st.Size(), st.ModTime()})
			total += st.Size()
		}
		return nil
	})
	slices.SortFunc(files, func(a, b file) int { return cmp.Or(a.time.Compare(b.time), strings.Compare(a.name, b.name)) })
	for _, f := range files {
		if total <= limit {
			break
		}
		if os.Remove(f.name) == nil {
			total -= f.size
		}
	}
	return err
}

// A Hash makes keys. Each part is written with its length, so that parts
// cannot be mistaken for other ones.
type Hash struct{ h hash.Hash }

// NewHash returns a hash for keys of a kind.
func NewHash(kind string) *Hash {
	h := &Hash{sha256.New()}
	h.Text(kind)
	return h
}

// Text adds texts.
func (h *Hash) Text(parts ...string) {
	for _, p := range parts {
		h.size(len(p))
		io.WriteString(h.h, p) // a hash takes everything
	}
}

// Texts adds a list of texts, which is told from the same texts one by one.
func (h *Hash) Texts(list []string) {
	h.size(len(list))
	h.Text(list...)
}

// Key adds keys.
func (h *Hash) Key(keys ...Key) {
	for _, k := range keys {
		h.h.Write(k[:])
	}
}

func (h *Hash) size(n int) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(n))
	h.h.Write(b[:])
}

// Sum returns the key.
func (h *Hash) Sum() Key { return Key(h.h.Sum(nil)) }

// Of returns the hash of some bytes.
func Of(data []byte) Key { return sha256.Sum256(data) }

// FileHash returns the hash of a large file that seldom changes. Where State
// can tell, it is read once.
func (s *Store) FileHash(name string) (Key, error) {
	st, sure := StateOf(name)
	h := NewHash("file")
	h.Text(name, fmt.Sprint(st))
	key := h.Sum()
	if data, ok := s.Get(key); ok && sure && len(data) == len(Key{}) {
		return Key(data), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return Key{}, err
	}
	defer f.Close() // only read
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return Key{}, err
	}
	got := Key(sum.Sum(nil))
	if sure {
		s.Put(key, got[:])
	}
	return got, nil
}
