package main

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"

	"github.com/informerlint/informerlint/internal/load"
	"github.com/informerlint/informerlint/internal/lsp"
)

// languageServer serves an editor over standard input and output.
func languageServer(s streams, args []string) int {
	fs, o := newFlags("lsp")
	rest, err := parse(fs, o, args)
	switch {
	case err != nil:
		return refuse(s, err)
	case len(rest) > 0:
		return complain(s, "lsp takes no arguments: the editor says which files are open")
	}
	useless := ""
	fs.Visit(func(f *flag.Flag) {
		switch f.Name {
		case "C", "v", "format", "json", "witness", "fix", "diff", "baseline", "write-baseline", "new-from", "fail-on":
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
		return fail(s, err)
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
	ans, err := analyze(&o, o.checks(), patterns, nil, nil)
	if err != nil {
		return lsp.Report{Problems: []string{err.Error()}}
	}
	r := lsp.Report{Problems: ans.failed}
	for _, p := range ans.res.Problems {
		if p.Fatal {
			r.Problems = append(r.Problems, lspProblem(p))
		}
	}
	if a := adviceOnGo(ans.res.Problems); a != "" {
		r.Problems = append(r.Problems, a)
	}
	r.Findings = lsp.Findings(ans.found)
	return r
}

func lspProblem(p load.Problem) string {
	text := incomplete(p)
	if len(p.Errors) > 0 {
		first := aboutGo(p.Errors)[0]
		msg, _, _ := strings.Cut(strings.TrimSpace(first.Msg), "\n")
		text += ": " + first.Pos + ": " + msg
	}
	return text
}
