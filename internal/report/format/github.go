package format

import (
	"fmt"
	"io"
	"strings"

	"github.com/informerlint/informerlint/internal/report/finding"
)

// printGitHub writes the workflow commands of GitHub Actions, which show
// findings beside the changed lines. Paths are relative to the repository's
// root, columns are in bytes.
func printGitHub(w io.Writer, o Outcome) error {
	for _, f := range o.Found {
		first, last := finding.Range(f.Fset, f.Pos, f.End)
		path, _ := under(o.Root, first.Filename)
		level := o.Tool.level(f)
		if level == "note" {
			level = "notice"
		}
		fmt.Fprintf(w, "::%s file=%s,line=%d,", level, property(path), first.Line)
		if last.Line == first.Line && last.Column > first.Column {
			fmt.Fprintf(w, "col=%d,endColumn=%d,", first.Column, last.Column)
		} else {
			fmt.Fprintf(w, "endLine=%d,", last.Line)
		}
		text := f.Message
		for _, r := range f.Related {
			posn := f.Fset.Position(r.Pos)
			path, _ := under(o.Root, posn.Filename)
			text += fmt.Sprintf("\n%s:%d: %s", path, posn.Line, r.Message)
		}
		if _, err := fmt.Fprintf(w, "title=%s::%s\n", property(f.Rule()), data(text)); err != nil {
			return err
		}
	}
	return nil
}

// data and property escape what a workflow command gives a meaning.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(s))
}
