package gates

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// copyGate writes package gate.
func (b *build) copyGate() error {
	files, err := fs.Glob(gateSource, "gate/*")
	if err != nil {
		return err
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		data, err := gateSource.ReadFile(name)
		if err != nil {
			return err
		}
		if b.mutate != nil {
			data = b.mutate(name, data)
		}
		if err := b.write(name, data); err != nil {
			return err
		}
	}
	return nil
}

// copyPrograms copies the programs into both trees. A golden file takes the
// place of its source in the second one.
func (b *build) copyPrograms() error {
	source := filepath.Join(b.root, "testdata")
	return walkPrograms(source, append([]string{"apiserver"}, checks...), func(rel string) error {
		name := filepath.Join(source, filepath.FromSlash(rel))
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if rel == "apiserver/apiserver.go" {
			if data, err = b.older(data); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		if err := b.write(path.Join(badTree, rel), data); err != nil {
			return err
		}
		golden, err := os.ReadFile(name + ".golden")
		if err == nil {
			data = golden
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return b.write(path.Join(fixedTree, rel), toTree(data, fixedTree))
	})
}

// older makes the API server of the programs, which is part of no program,
// compile with a client-go whose list and watch functions had no context and
// knew no streamed lists.
func (b *build) older(src []byte) ([]byte, error) {
	if b.version != V026 {
		return src, nil
	}
	for _, c := range []struct{ from, to string }{
		{"ListWithContextFunc: s.list,", "ListFunc: func(o metav1.ListOptions) (runtime.Object, error) { return s.list(context.Background(), o) },"},
		{"WatchFuncWithContext: s.watch}", "WatchFunc: func(o metav1.ListOptions) (watch.Interface, error) { return s.watch(context.Background(), o) }}"},
		{"if options.SendInitialEvents != nil && *options.SendInitialEvents {", "if false {"},
	} {
		if bytes.Count(src, []byte(c.from)) != 1 {
			return nil, fmt.Errorf("it has no %q any more", c.from)
		}
		src = bytes.ReplaceAll(src, []byte(c.from), []byte(c.to))
	}
	return src, nil
}

// toTree changes the import paths of a file.
func toTree(src []byte, tree string) []byte {
	return bytes.ReplaceAll(src, []byte(`"`+moduleName+`/`+badTree+`/`), []byte(`"`+moduleName+`/`+tree+`/`))
}

// newer lets a module of Go 1.19 use package gate, whose maps may have keys of
// interface type: until Go 1.20 these did not satisfy comparable. Nothing else
// in the language changes with it; loop variables do with 1.22.
func newer(mod []byte) []byte {
	return bytes.Replace(mod, []byte("\ngo 1.19\n"), []byte("\ngo 1.20\n"), 1)
}

// copyClientGo copies what the instrumented packages have not replaced.
func (b *build) copyClientGo(source string) error {
	return filepath.WalkDir(source, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if strings.HasSuffix(name, "_test.go") || !strings.HasSuffix(name, ".go") && d.Name() != "go.mod" {
			return nil
		}
		rel, err := filepath.Rel(source, name)
		if err != nil {
			return err
		}
		to := path.Join("client-go", filepath.ToSlash(rel))
		if rel == "go.mod" {
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			return b.write(to, newer(data))
		}
		if _, err := os.Stat(filepath.Join(b.dir, filepath.FromSlash(to))); err == nil {
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return b.write(to, data)
	})
}
