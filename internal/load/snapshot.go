package load

import (
	"bytes"
	"cmp"
	"errors"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/informerlint/informerlint/internal/results"
)

// A snapshot is what the sources were like that somebody may edit: those outside
// of GOROOT and the module cache.
type snapshot struct {
	Taken time.Time // before anything was read
	Dirs  []dirState
	Files []fileState // with full paths: go.mod and the like
}

type dirState struct {
	Path  string
	Files []fileState // those ending in .go, by name
}

type fileState struct {
	Name    string
	State   results.State
	Sure    bool // State can tell whether the file has changed
	Content results.Key
	// Header is a hash of what the go command reads of the file to list packages.
	// The zero Key means that this is all of it, or that it was not asked for.
	Header results.Key
}

// An outline says of what a snapshot is made.
type outline struct {
	Modules []string // directories of modules: every package below them is of interest
	Dirs    []string // directories of packages
	Files   []string // some of which may not be there
}

// take makes a snapshot. Files that have not changed since an earlier one are not read.
func (o outline) take(earlier *snapshot) (*snapshot, error) {
	s := &snapshot{Taken: time.Now()}
	dirs := make(map[string]bool) // to whether headers are wanted
	for _, dir := range o.Dirs {
		dirs[dir] = false
	}
	for _, root := range o.Modules {
		if err := goDirs(root, func(dir string) { dirs[dir] = true }); err != nil {
			return nil, err
		}
	}
	for dir := range dirs {
		s.Dirs = append(s.Dirs, dirState{Path: dir})
	}
	slices.SortFunc(s.Dirs, func(a, b dirState) int { return strings.Compare(a.Path, b.Path) })

	before := newMemory(earlier)
	var wg sync.WaitGroup
	var mu sync.Mutex
	var failed error
	limit := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range s.Dirs {
		limit <- struct{}{}
		wg.Go(func() {
			defer func() { <-limit }()
			d := &s.Dirs[i]
			if err := d.read(before, dirs[d.Path]); err != nil {
				mu.Lock()
				defer mu.Unlock()
				failed = cmp.Or(failed, err)
			}
		})
	}
	wg.Wait()
	for _, name := range o.Files {
		st, sure := results.StateOf(name)
		f := fileState{Name: name, State: st, Sure: sure}
		if err := f.fill(name, before.at(name), false); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		s.Files = append(s.Files, f)
	}
	return s, failed
}

// goDirs calls add with the directories of a module that "./..." stands for, and
// some more: those with build constraints that leave nothing of them.
func goDirs(root string, add func(dir string)) error {
	// By way of DirFS, for root itself may be a symbolic link.
	return fs.WalkDir(os.DirFS(root), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		full := filepath.Join(root, filepath.FromSlash(path))
		switch {
		case path == ".":
			return nil
		case !d.IsDir():
			if strings.HasSuffix(name, ".go") {
				add(filepath.Dir(full))
			}
			return nil
		case name[0] == '.' || name[0] == '_' || name == "testdata" || name == "vendor":
			return fs.SkipDir
		}
		if _, err := os.Stat(filepath.Join(full, "go.mod")); err == nil {
			return fs.SkipDir // another module
		}
		return nil
	})
}

// read fills in the files of a directory.
func (d *dirState) read(before memory, headers bool) error {
	entries, err := os.ReadDir(d.Path)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || !strings.HasSuffix(name, ".go") || name[0] == '_' || name[0] == '.' {
			continue // as the go command has it
		}
		full := filepath.Join(d.Path, name)
		st, sure := results.StateIn(full, e)
		f := fileState{Name: name, State: st, Sure: sure}
		if err := f.fill(full, before.at(full), headers); err != nil {
			return err
		}
		d.Files = append(d.Files, f)
	}
	return nil
}

// fill fills in the hashes, from an earlier state of the file if nothing can have
// changed.
func (f *fileState) fill(full string, earlier remembered, headers bool) error {
	if e := earlier.file; e != nil && f.Sure && e.State == f.State && e.State.Settled(earlier.at) && (!headers || e.Header != results.Key{}) {
		f.Content, f.Header = e.Content, e.Header
		return nil
	}
	text, err := os.ReadFile(full)
	if err != nil {
		return err
	}
	f.Content = results.Of(text)
	if headers {
		f.Header = header(text, f.Content)
	}
	return nil
}

// header hashes what the go command reads of a file when it lists packages: all
// before the first declaration that is not an import. Where directives further
// down count as well (embed, cgo), it is the hash of the whole.
func header(text []byte, whole results.Key) results.Key {
	if bytes.Contains(text, []byte("//go:embed")) || bytes.Contains(text, []byte(`"C"`)) {
		return whole
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.ImportsOnly)
	if err != nil {
		return whole
	}
	end := file.Name.End()
	if n := len(file.Decls); n > 0 {
		end = file.Decls[n-1].End()
	}
	return results.Of(text[:fset.Position(end).Offset])
}

// sameListing reports whether the go command would list the same packages, with
// the same files and imports, as when the earlier snapshot was taken.
func (s *snapshot) sameListing(earlier *snapshot) bool {
	same := func(a, b fileState) bool {
		return a.Name == b.Name && (a.Content == b.Content || a.Header == b.Header && a.Header != results.Key{})
	}
	return slices.EqualFunc(s.Files, earlier.Files, same) && slices.EqualFunc(s.Dirs, earlier.Dirs, func(a, b dirState) bool {
		return a.Path == b.Path && slices.EqualFunc(a.Files, b.Files, same)
	})
}

// same reports whether nothing at all has changed, the times of files included.
func (s *snapshot) same(earlier *snapshot) bool {
	equal := func(a, b fileState) bool { return a == b }
	return slices.EqualFunc(s.Files, earlier.Files, equal) && slices.EqualFunc(s.Dirs, earlier.Dirs, func(a, b dirState) bool {
		return a.Path == b.Path && slices.EqualFunc(a.Files, b.Files, equal)
	})
}

// older reports whether all of it was there, as it is, well before a time. Else
// the go command may have seen something else when it listed packages from then on.
func (s *snapshot) older(at time.Time) bool {
	young := func(f fileState) bool { return max(f.State.CTime, f.State.MTime) >= at.Add(-tick).UnixNano() }
	return !slices.ContainsFunc(s.Files, young) && !slices.ContainsFunc(s.Dirs, func(d dirState) bool {
		// The directory's own time tells of files that have gone.
		st, _ := results.StateOf(d.Path)
		return young(fileState{State: st}) || slices.ContainsFunc(d.Files, young)
	})
}

// tick is how late a file system's clock may be, here where both times are of
// the same minute.
const tick = 50 * time.Millisecond

// A memory finds the files of a snapshot by their paths.
type memory struct {
	taken time.Time
	files map[string]*fileState
}

type remembered struct {
	file *fileState
	at   time.Time
}

func newMemory(s *snapshot) memory {
	if s == nil {
		return memory{}
	}
	m := memory{taken: s.Taken, files: make(map[string]*fileState)}
	for i := range s.Files {
		m.files[s.Files[i].Name] = &s.Files[i]
	}
	for _, d := range s.Dirs {
		for i := range d.Files {
			m.files[filepath.Join(d.Path, d.Files[i].Name)] = &d.Files[i]
		}
	}
	return m
}

func (m memory) at(name string) remembered { return remembered{m.files[name], m.taken} }
