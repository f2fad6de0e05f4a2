// Validate checks JSON documents against a JSON schema; a test of the command
// runs it on SARIF. It is in the module of the tools, so that the schema
// library is no dependency of informerlint.
package main

import (
	"fmt"
	"os"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: validate SCHEMA DOCUMENT...")
		os.Exit(2)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	schema, err := c.Compile(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	bad := false
	for _, name := range os.Args[2:] {
		if err := validate(schema, name); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
			bad = true
		}
	}
	if bad {
		os.Exit(1)
	}
}

func validate(schema *jsonschema.Schema, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	doc, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		return err
	}
	return schema.Validate(doc)
}
