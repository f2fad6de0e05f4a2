package docs

import (
	"bytes"
	"fmt"
	"go/format"

	"github.com/informerlint/informerlint/analyzers"
)

// Names returns the text of internal/config/names.go: the names that a config
// file may use. The package cannot import the catalogue, whose analyzers
// import it.
func Names(cs []analyzers.Check) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("// Code generated from analyzers/catalogue.go by go generate ./analyzers. DO NOT EDIT.\n\npackage config\n\n")
	b.WriteString("var known = map[string][]string{\n")
	for _, c := range cs {
		fmt.Fprintf(&b, "%q: {", c.Name)
		for _, r := range c.Rules {
			fmt.Fprintf(&b, "%q,", r.Name)
		}
		b.WriteString("},\n")
	}
	b.WriteString("}\n")
	return format.Source(b.Bytes())
}

// Checks returns the text of analyzers/ignorecomment/checks.go: the checks
// whose results tell which comments are used. The package cannot import the
// registry, which has it.
func Checks(cs []analyzers.Check) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("// Code generated from analyzers/analyzers.go by go generate ./analyzers. DO NOT EDIT.\n\npackage ignorecomment\n\n")
	b.WriteString("import (\n\"golang.org/x/tools/go/analysis\"\n\n")
	var list bytes.Buffer
	for _, c := range cs {
		if c.Name != "ignorecomment" {
			fmt.Fprintf(&b, "\"github.com/informerlint/informerlint/analyzers/%s\"\n", c.Name)
			fmt.Fprintf(&list, "%s.Analyzer,\n", c.Name)
		}
	}
	fmt.Fprintf(&b, ")\n\n// checks are all other checks.\nvar checks = []*analysis.Analyzer{\n%s}\n", list.Bytes())
	return format.Source(b.Bytes())
}
