package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/fix/apply"
	"github.com/informerlint/informerlint/internal/load"
	"github.com/informerlint/informerlint/internal/lsp"
)

// languageServer serves an editor over standard input and output.
func languageServer(s streams, args []string) int {
	fs, o := newFlags("lsp")
	rest, err := parse(fs, o, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return help(s, nil)
	case err != nil:
		return complain(s, "%v", err)
	case len(rest) > 0:
		return complain(s, "lsp takes no arguments: the editor says which files are open")
	}
	useless := ""
	fs.Visit(func(f *flag.Flag) {
		switch f.Name {
		case "C", "v", "format", "json", "witness", "fix", "diff", "baseline", "write-baseline", "new-from":
			useless = f.Name
		}
	})
	if useless != "" {
		return complain(s, "lsp has no use for -%s", useless)
	}
	server := lsp.NewServer(lsp.NewConn(os.Stdin, s.out), moduleVersion(), func(root string, dirs []string) lsp.Report {
		return lspReport(*o, root, dirs)
	})
	switch err := server.Serve(); {
	case errors.Is(err, lsp.ErrNoShutdown):
		return exitFindings // what the protocol asks for
	case err != nil:
		fmt.Fprintf(s.err, "informerlint: %v\n", err)
		return exitTrouble
	}
	return exitClean
}

// lspReport analyzes the packages in some directories of a module.
func lspReport(o options, root string, dirs []string) lsp.Report {
	o.dir = root
	var patterns []string
	for _, dir := range dirs {
		rel, err := filepath.Rel(root, dir)
		if err != nil {
			return lsp.Report{Problems: []string{err.Error()}}
		}
		patterns = append(patterns, "./"+filepath.ToSlash(rel))
	}
	res, found, failed, err := analyze(&o, o.checks(), patterns, nil, nil)
	if err != nil {
		return lsp.Report{Problems: []string{err.Error()}}
	}
	r := lsp.Report{Problems: failed}
	for _, p := range res.Problems {
		if p.Fatal {
			r.Problems = append(r.Problems, lspProblem(p))
		}
	}
	texts := make(sourceTexts)
	for _, f := range found {
		if l, ok := texts.finding(f); ok {
			r.Findings = append(r.Findings, l)
		}
	}
	return r
}

func lspProblem(p load.Problem) string {
	text := fmt.Sprintf("package %s could not be analyzed", p.Package)
	if len(p.Errors) > 0 {
		msg, _, _ := strings.Cut(strings.TrimSpace(p.Errors[0].Msg), "\n")
		text += ": " + p.Errors[0].Pos + ": " + msg
	}
	return text
}

// sourceTexts are the texts of source files as they are now, by name.
type sourceTexts map[string]*lsp.Text

// place returns a range as an editor wants it. It fails if the file is not any
// more what was analyzed: then it will be saved again, or was.
func (t sourceTexts) place(f finding, start, end token.Pos) (lsp.Location, bool) {
	file := f.fset.File(start)
	if file == nil {
		return lsp.Location{}, false
	}
	text := t[file.Name()]
	if text == nil {
		content, err := os.ReadFile(file.Name())
		if err != nil || len(content) != file.Size() {
			return lsp.Location{}, false
		}
		text = lsp.NewText(content)
		t[file.Name()] = text
	}
	if !end.IsValid() || f.fset.File(end) != file {
		end = start
	}
	return lsp.Location{
		URI:   lsp.URI(file.Name()),
		Range: lsp.Range{Start: text.Position(file.Offset(start)), End: text.Position(file.Offset(end))},
	}, true
}

func (t sourceTexts) finding(f finding) (lsp.Finding, bool) {
	at, ok := t.place(f, f.Pos, f.End)
	if !ok {
		return lsp.Finding{}, false
	}
	l := lsp.Finding{
		File: f.fset.File(f.Pos).Name(),
		Diagnostic: lsp.Diagnostic{
			Range: at.Range, Severity: lsp.SeverityWarning, Message: f.Message,
			Code: cmp.Or(f.Category, f.check), Source: "informerlint",
		},
	}
	if f.URL != "" {
		l.Diagnostic.CodeDescription = &lsp.CodeDescription{Href: f.URL}
	}
	for _, r := range f.Related {
		if loc, ok := t.place(f, r.Pos, r.End); ok {
			l.Diagnostic.RelatedInformation = append(l.Diagnostic.RelatedInformation, lsp.RelatedInformation{Location: loc, Message: r.Message})
		}
	}
	l.Fix = lspFix(f)
	return l, true
}

// lspFix returns the finding's first fix, as -fix would make it; nil if there
// is none.
func lspFix(f finding) *lsp.Fix {
	if !f.fixable() {
		return nil
	}
	base := make(map[string][]byte)
	files, err := apply.Fixes(f.fset, []analysis.Diagnostic{f.Diagnostic}, func(name string) ([]byte, error) {
		text, err := os.ReadFile(name)
		base[name] = text
		return text, err
	})
	if err != nil || len(files) == 0 {
		return nil
	}
	out := &lsp.Fix{Title: f.SuggestedFixes[0].Message}
	for _, name := range sortedNames(files) {
		if edit, ok := lsp.Difference(base[name], files[name]); ok {
			out.Files = append(out.Files, lsp.FileFix{File: name, Base: base[name], Edit: edit})
		}
	}
	return out
}
