//go:build full

package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/goplsbuild"
	"github.com/informerlint/informerlint/internal/lsp"
	"github.com/informerlint/informerlint/internal/lsp/lsptest"
)

func onClientGo(dir string) error {
	return lsptest.WriteModule(dir, filepath.Join("..", "..", "testdata"))
}

func TestLanguageServerOnClientGo(t *testing.T) { driveServer(t, onClientGo) }

// Gopls with our checks, built as a user builds it and driven as an editor
// drives it.
func TestGopls(t *testing.T) {
	source, err := filepath.Abs(filepath.Join("..", ".."))
	must(t, err)
	dir := t.TempDir()
	gopls := filepath.Join(dir, "gopls-informerlint")
	release, err := goplsbuild.Here()
	must(t, err)
	runIn(t, dir, nil, tool(t, realTool), "gopls", "-o", "gopls-informerlint", "-src", source).
		want(t, exitClean, "gopls-informerlint is gopls "+release.Gopls+" with informerlint")
	runIn(t, dir, nil, gopls, "-v", "version").want(t, 0, "golang.org/x/tools/gopls@"+release.Gopls)

	t.Setenv("GOPLSCACHE", t.TempDir())
	c, dir, stderr := client(t, onClientGo, gopls, "serve")
	must(t, c.Initialize(dir, nil))
	app, serve := filepath.Join(dir, "app", "app.go"), filepath.Join(dir, "app", "serve.go")
	text := readFile(t, app)
	must(t, c.Open(app, text))
	ds, err := c.Published(0, app, patience, count1)
	must(t, err)
	first := own(ds)[0]
	late(t, app, lsp.SeverityWarning, first)
	if first.Source != "startorder" {
		t.Errorf("source %q", first.Source)
	}

	// The same when the editor asks.
	pulled := func(file string) []lsp.Diagnostic {
		t.Helper()
		var report struct{ Items []lsp.Diagnostic }
		must(t, c.Call("textDocument/diagnostic", lsp.DocumentParams{TextDocument: lsp.TextDocument{URI: lsp.URI(file)}}, &report))
		return own(report.Items)
	}
	if got := pulled(app); len(got) != 1 {
		t.Errorf("pulled %+v", got)
	} else {
		late(t, app, lsp.SeverityWarning, got[0])
	}
	other := readFile(t, serve)
	must(t, c.Open(serve, other))
	got := pulled(serve)
	if len(got) != 1 || got[0].Code != "start-races-wait" || len(got[0].Tags) > 0 {
		t.Fatalf("pulled %+v", got)
	}
	// Gopls knows the fixes of diagnostics that it has pushed.
	_, err = c.Published(0, serve, patience, count1)
	must(t, err)
	if mended := mend(t, c, serve, other, got[0], "Call Start without go"); !strings.Contains(mended, "\n\tfactory.Start(ctx.Done())\n") {
		t.Errorf("mended:\n%s", mended)
	}

	// After an edit that is not saved: the fix, and then its undoing.
	mark := c.Mark()
	mended := mend(t, c, app, text, first, "Register before Start")
	must(t, c.Change(app, 2, mended))
	_, err = c.Published(mark, app, patience, count0)
	must(t, err)
	mark = c.Mark()
	must(t, c.Change(app, 3, text))
	_, err = c.Published(mark, app, patience, count1)
	must(t, err)

	// It is a gopls, too.
	var hover struct{ Contents struct{ Value string } }
	must(t, c.Call("textDocument/hover", map[string]any{
		"textDocument": lsp.TextDocument{URI: lsp.URI(app)}, "position": lsp.Position{Line: 17, Character: 6},
	}, &hover))
	if !strings.Contains(hover.Contents.Value, "Begin starts what is registered") {
		t.Errorf("hover %q", hover.Contents.Value)
	}
	if err := c.Quit(); err != nil {
		t.Errorf("%v\n%s", err, stderr)
	}
	if strings.Contains(stderr.String(), "without informerlint") {
		t.Errorf("on standard error: %s", stderr)
	}

	// And from the command line, without an editor.
	check := exec.Command(gopls, "check", app)
	check.Dir = dir
	if out, err := check.CombinedOutput(); err != nil || !strings.Contains(string(out), "lib.Begin starts the factory before") {
		t.Errorf("gopls check: %v\n%s", err, out)
	}
}
