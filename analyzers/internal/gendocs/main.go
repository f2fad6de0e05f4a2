// Gendocs writes the files that are made from the registry (package docs).
// Run it with go generate ./analyzers.
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/informerlint/informerlint/analyzers/internal/docs"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("gendocs: ")
	if err := generate(".."); err != nil { // go generate runs in analyzers
		log.Fatal(err)
	}
}

// generate writes all files below the repository's root.
func generate(root string) error {
	files, err := docs.Files(root)
	if err != nil {
		return err
	}
	for name, text := range files {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, text, 0o666); err != nil {
			return err
		}
	}
	return nil
}
