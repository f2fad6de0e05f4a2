// Package docs makes the files that repeat what the registry knows, for the
// generator and for the test that fails when one of them has drifted.
package docs

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"strings"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/check"
)

// What is made stands between two such lines of a page that is written by hand.
func markers(what string) (begin, end string) {
	return "<!-- " + what + ": made by go generate ./analyzers -->\n", "<!-- end of " + what + " -->\n"
}

// generated begins the Go files.
const generated = "// Code generated from analyzers/*/check.go by go generate ./analyzers. DO NOT EDIT.\n\n"

// Pages is the directory of the checks' pages.
const Pages = "docs/checks"

// Files returns the files, by their paths in the repository.
func Files(root string) (map[string][]byte, error) {
	checks := analyzers.Catalogue()
	files := make(map[string][]byte)
	for _, c := range checks {
		files[Pages+"/"+c.Name()+".md"] = page(c)
	}
	for _, part := range []struct{ page, what, text string }{
		{"README.md", "checks", analyzers.Table()},
		{"docs/ci.md", "nogo", nogo(checks)},
	} {
		old, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(part.page)))
		if err != nil {
			return nil, err
		}
		text, err := splice(string(old), part.what, part.text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", part.page, err)
		}
		files[part.page] = []byte(text)
	}
	for name, text := range map[string]string{
		"internal/config/names.go":          names(checks),
		"internal/check/kind/checks.go":     kinds(checks),
		"analyzers/ignorecomment/checks.go": required(checks),
		"testdata/kinds/kinds.go":           tables(checks),
	} {
		source, err := format.Source([]byte(generated + text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		files[name] = source
	}
	return files, nil
}

func page(c check.Check) []byte {
	return []byte("<!-- Made from analyzers/" + c.Name() + "/check.go by go generate ./analyzers. Do not edit. -->\n\n" + analyzers.Markdown(c))
}

// splice returns text with what was made put between its markers.
func splice(text, what, made string) (string, error) {
	begin, end := markers(what)
	before, rest, ok := strings.Cut(text, begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return "", fmt.Errorf("the markers of %q are missing", what)
	}
	return before + begin + "\n" + made + "\n" + end + after, nil
}

// nogo gives Bazel's nogo the packages of the checks.
func nogo(checks []check.Check) string {
	var b strings.Builder
	b.WriteString("```starlark\nnogo(\n    name = \"nogo\",\n    deps = [\n")
	for _, c := range checks {
		fmt.Fprintf(&b, "        \"@com_github_informerlint_informerlint//analyzers/%s\",\n", c.Name())
	}
	b.WriteString("    ],\n    visibility = [\"//visibility:public\"],\n)\n```\n")
	return b.String()
}

// names are the names that a config file may use. Package config cannot import
// the registry, whose analyzers import it.
func names(checks []check.Check) string {
	var b bytes.Buffer
	b.WriteString("package config\n\nvar known = map[string][]string{\n")
	for _, c := range checks {
		fmt.Fprintf(&b, "%q: {", c.Name())
		for _, r := range c.Rules {
			fmt.Fprintf(&b, "%q,", r.Name)
		}
		b.WriteString("},\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// kinds are the kinds of the checks, for those that cannot import the analyzers.
func kinds(checks []check.Check) string {
	var b bytes.Buffer
	b.WriteString("package kind\n\nvar checks = map[string]Kind{\n")
	for _, c := range checks {
		name := c.Kind.String()
		fmt.Fprintf(&b, "%q: %s%s,\n", c.Name(), strings.ToUpper(name[:1]), name[1:])
	}
	b.WriteString("}\n")
	return b.String()
}

// tables says which table runs the programs of which check, for testdata, a
// module that can import nothing of this one.
func tables(checks []check.Check) string {
	var b bytes.Buffer
	b.WriteString("// Package kinds says which directory of this module has the table that runs the\n// programs of a check.\npackage kinds\n\n")
	b.WriteString("// Table has the directories by check.\nvar Table = map[string]string{\n")
	for _, c := range checks {
		if c.Kind.Table() != "" {
			fmt.Fprintf(&b, "%q: %q,\n", c.Name(), c.Kind.Table())
		}
	}
	b.WriteString("}\n")
	return b.String()
}

// required are the checks whose results tell ignorecomment which comments are
// used. It cannot import the registry, which has it.
func required(checks []check.Check) string {
	var imports, list bytes.Buffer
	for _, c := range checks {
		if c.Name() != "ignorecomment" {
			fmt.Fprintf(&imports, "\"github.com/informerlint/informerlint/analyzers/%s\"\n", c.Name())
			fmt.Fprintf(&list, "%s.Analyzer,\n", c.Name())
		}
	}
	return "package ignorecomment\n\nimport (\n\"golang.org/x/tools/go/analysis\"\n\n" + imports.String() +
		")\n\n// checks are all other checks.\nvar checks = []*analysis.Analyzer{\n" + list.String() + "}\n"
}
