// Package docs says what the generated documentation looks like, to the
// generator and to the test that fails when a file has drifted.
package docs

import (
	"errors"
	"strings"

	"github.com/informerlint/informerlint/analyzers"
)

// The table of checks stands between these lines of the README.
const (
	begin = "<!-- checks: made by go generate ./analyzers -->\n"
	end   = "<!-- end of checks -->\n"
)

// Page returns the text of docs/checks/NAME.md.
func Page(c analyzers.Check) string {
	return "<!-- Made from analyzers/catalogue.go by go generate ./analyzers. Do not edit. -->\n\n" + c.Markdown()
}

// Splice returns text with the table put between its markers.
func Splice(text, table string) (string, error) {
	before, rest, ok := strings.Cut(text, begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return "", errors.New("the markers of the table of checks are missing")
	}
	return before + begin + "\n" + table + "\n" + end + after, nil
}
