// Gendocs writes docs/checks, the README's table, the names that a config file
// may use and the checks that ignorecomment requires, all from the registry and
// the catalogue. Run it with go generate ./analyzers.
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/informerlint/informerlint/analyzers"
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
	dir := filepath.Join(root, "docs", "checks")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, c := range analyzers.Catalogue() {
		if err := os.WriteFile(filepath.Join(dir, c.Name+".md"), []byte(docs.Page(c)), 0o666); err != nil {
			return err
		}
	}
	names, err := docs.Names(analyzers.Catalogue())
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(root, "internal", "config", "names.go"), names, 0o666); err != nil {
		return err
	}
	checks, err := docs.Checks(analyzers.Catalogue())
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(root, "analyzers", "ignorecomment", "checks.go"), checks, 0o666); err != nil {
		return err
	}
	readme := filepath.Join(root, "README.md")
	old, err := os.ReadFile(readme)
	if err != nil {
		return err
	}
	text, err := docs.Splice(string(old), analyzers.Table())
	if err != nil {
		return fmt.Errorf("%s: %w", readme, err)
	}
	return os.WriteFile(readme, []byte(text), 0o666)
}
