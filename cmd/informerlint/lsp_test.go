package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/informerlint/informerlint/internal/lsp"
	"github.com/informerlint/informerlint/internal/lsp/lsptest"
)

// patience is how long an answer may take on a busy machine. No test waits
// for it to pass.
const patience = 5 * time.Minute

// onStub writes the client of a client-go in miniature; on the real one the same
// is tested behind the tag full.
var onStub = lsptest.WriteStub

// client starts a language server in a module that uses client-go.
func client(t *testing.T, module func(dir string) error, name string, args ...string) (c *lsptest.Client, dir string, stderr *bytes.Buffer) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := module(dir); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(name, args...)
	cmd.Dir = t.TempDir() // editors start servers anywhere
	stderr = new(bytes.Buffer)
	cmd.Stderr = stderr
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=", "PWD="+cmd.Dir)
	if c, err = lsptest.Start(cmd); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Cmd.Process.Kill() }) // no error that matters: it is gone
	return c, dir, stderr
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// own picks the diagnostics of our checks; gopls has others.
func own(ds []lsp.Diagnostic) []lsp.Diagnostic {
	var out []lsp.Diagnostic
	for _, d := range ds {
		if d.CodeDescription != nil && strings.Contains(d.CodeDescription.Href, "/informerlint/") {
			out = append(out, d)
		}
	}
	return out
}

func count1(ds []lsp.Diagnostic) bool { return len(own(ds)) == 1 }
func count0(ds []lsp.Diagnostic) bool { return len(own(ds)) == 0 }

// late checks the finding in app/app.go of the module, which rests on what
// another package does.
func late(t *testing.T, file string, severity int, d lsp.Diagnostic) {
	t.Helper()
	if d.Code != "late-registration" || d.Range.Start != (lsp.Position{Line: 17, Character: 1}) || d.Severity != severity {
		t.Errorf("diagnostic %+v", d)
	}
	if !strings.Contains(d.CodeDescription.Href, "docs/checks/startorder.md#late-registration") {
		t.Errorf("page %q", d.CodeDescription.Href)
	}
	if !strings.Contains(d.Message, "registers the Pod informer") {
		t.Errorf("message %q", d.Message)
	}
	if len(d.Tags) > 0 {
		t.Errorf("tags %v: the code would be greyed out", d.Tags)
	}
	found := false
	for _, r := range d.RelatedInformation {
		found = found || r.Location.URI == lsp.URI(file) && r.Location.Range.Start.Line == 18
	}
	if !found {
		t.Errorf("related information %+v does not lead to the registration", d.RelatedInformation)
	}
}

// mend applies the quick fix of a diagnostic to the text of a file.
func mend(t *testing.T, c *lsptest.Client, file, text string, d lsp.Diagnostic, title string) string {
	t.Helper()
	actions, err := c.Actions(file, d)
	must(t, err)
	for _, a := range actions {
		if a.Title == title && a.Kind == lsp.QuickFix && a.Edit != nil {
			if files := lsptest.Files(a.Edit); len(files) != 1 || files[0] != lsp.URI(file) {
				t.Errorf("the fix edits %q", files)
			}
			return lsptest.Apply(text, file, a.Edit)
		}
	}
	t.Fatalf("no quick fix %q in %+v", title, actions)
	return ""
}

// The language server of its own, as an editor uses it.
func TestLanguageServer(t *testing.T) { driveServer(t, onStub) }

func driveServer(t *testing.T, module func(dir string) error) {
	t.Helper()
	c, dir, stderr := client(t, module, tool(t, realTool), "lsp")
	app, serve := filepath.Join(dir, "app", "app.go"), filepath.Join(dir, "app", "serve.go")
	var hello struct {
		ServerInfo struct{ Name string }
	}
	must(t, c.Initialize(dir, &hello))
	if hello.ServerInfo.Name != "informerlint" {
		t.Errorf("hello %+v", hello)
	}
	text := readFile(t, app)
	must(t, c.Open(app, text))
	ds, err := c.Published(0, app, patience, count1)
	must(t, err)
	late(t, app, lsp.SeverityError, own(ds)[0])
	// The other file of the package comes with it.
	more, err := c.Published(0, serve, patience, count1)
	must(t, err)
	if more[0].Code != "start-races-wait" {
		t.Errorf("diagnostic %+v", more[0])
	}
	mended := mend(t, c, serve, readFile(t, serve), more[0], "Call Start without go")
	if !strings.Contains(mended, "\n\tfactory.Start(ctx.Done())\n") {
		t.Errorf("mended:\n%s", mended)
	}

	// The editor applies the fix and saves.
	mark := c.Mark()
	mended = mend(t, c, app, text, ds[0], "Register before Start")
	must(t, c.Change(app, 2, mended))
	must(t, os.WriteFile(app, []byte(mended), 0o666))
	must(t, c.Save(app))
	_, err = c.Published(mark, app, patience, count0)
	must(t, err)

	// A package that does not compile says so, and the next save repairs that.
	must(t, os.WriteFile(app, []byte(text+"\nfunc broken() { missing() }\n"), 0o666))
	must(t, c.Save(app))
	mark = c.Mark()
	must(t, os.WriteFile(app, []byte(text), 0o666))
	must(t, c.Save(app))
	_, err = c.Published(mark, app, patience, count1)
	must(t, err)

	if err := c.Quit(); err != nil {
		t.Errorf("%v\n%s", err, stderr)
	}
	if stderr.Len() > 0 {
		t.Errorf("on standard error: %s", stderr)
	}
}

func TestLanguageServerSaysWhatIsWrong(t *testing.T) {
	c, dir, _ := client(t, onStub, tool(t, realTool), "lsp")
	must(t, c.Initialize(dir, nil))
	app := filepath.Join(dir, "app", "app.go")
	text := readFile(t, app) + "\nfunc broken() { missing() }\n"
	must(t, os.WriteFile(app, []byte(text), 0o666))
	must(t, c.Open(app, text))
	must(t, c.Logged(patience, "package example.com/client/app could not be analyzed: "+app+":32:17: undefined: missing"))
	must(t, c.Quit())
}

func TestEditorCommands(t *testing.T) {
	dir := t.TempDir()
	for _, w := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"lsp", "x"}, exitTrouble, "lsp takes no arguments"},
		{[]string{"lsp", "-fix"}, exitTrouble, "lsp has no use for -fix"},
		{[]string{"lsp", "-tags=x", "-C", ".", "-tests=false"}, exitTrouble, "lsp has no use for -C"},
		{[]string{"lsp", "-nonsense"}, exitTrouble, "flag provided but not defined"},
		{[]string{"lsp", "-h"}, exitClean, "usage:"},
		{[]string{"lsp"}, exitFindings, ""}, // its input ends at once
		{[]string{"gopls"}, exitTrouble, "gopls needs -o FILE"},
		{[]string{"gopls", "-o", "f", "x"}, exitTrouble, "gopls takes no arguments"},
		{[]string{"gopls", "-nonsense"}, exitTrouble, "flag provided but not defined"},
		{[]string{"gopls", "-h"}, exitClean, "-src dir"},
		{[]string{"gopls", "-o", "f"}, exitTrouble, "name the directory of its source with -src"},
		{[]string{"gopls", "-o", "f", "-src", "."}, exitTrouble, " is not the source of informerlint"},
	} {
		lint(t, dir, w.args...).want(t, w.code, w.want)
	}
	if _, err := os.Stat(filepath.Join(dir, "f")); err == nil {
		t.Error("a failed build left a file")
	}
}
