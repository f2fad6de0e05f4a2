package lsp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A session is a client in the same process.
type session struct {
	t    *testing.T
	conn *Conn
	in   io.Closer
	end  chan error // what Serve returned
	last int
}

func serve(t *testing.T, analyze Analyze) *session {
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	s := &session{t: t, conn: NewConn(fromServer, toServer), in: toServer, end: make(chan error, 1)}
	go func() {
		s.end <- NewServer(NewConn(fromClient, toClient), "test", analyze).Serve()
		toClient.Close()
	}()
	t.Cleanup(func() { toServer.Close() })
	return s
}

func nothing(string, []string) Report { return Report{} }

func (s *session) read() *Message {
	s.t.Helper()
	content, err := s.conn.Read()
	if err != nil {
		s.t.Fatal(err)
	}
	var m Message
	if err := json.Unmarshal(content, &m); err != nil {
		s.t.Fatalf("%v in %s", err, content)
	}
	return &m
}

func (s *session) send(content string) {
	s.t.Helper()
	if _, err := fmt.Fprintf(s.conn.out, "Content-Length: %d\r\n\r\n%s", len(content), content); err != nil {
		s.t.Fatal(err)
	}
}

func (s *session) notify(method string, params any) {
	s.t.Helper()
	raw, err := json.Marshal(params)
	if err == nil {
		err = s.conn.Write(&Message{Version: "2.0", Method: method, Params: raw})
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// call sends a request and returns its response; what comes before is an error.
func (s *session) call(method, params string) *Message {
	s.t.Helper()
	s.last++
	s.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, s.last, method, params))
	m := s.read()
	if string(m.ID) != fmt.Sprint(s.last) {
		s.t.Fatalf("%s: got %+v, want the response %d", method, m, s.last)
	}
	return m
}

func (s *session) initialize() {
	s.t.Helper()
	if m := s.call("initialize", "{}"); m.Error != nil || !strings.Contains(string(m.Result), `"codeActionKinds":["quickfix"]`) {
		s.t.Fatalf("initialize: %+v", m)
	}
	s.notify("initialized", struct{}{})
}

func (s *session) published() PublishDiagnosticsParams {
	s.t.Helper()
	m := s.read()
	var p PublishDiagnosticsParams
	if err := json.Unmarshal(m.Params, &p); m.Method != "textDocument/publishDiagnostics" || err != nil {
		s.t.Fatalf("got %s %s, want diagnostics (%v)", m.Method, m.Params, err)
	}
	return p
}

func (s *session) document(method, file, text string) {
	s.t.Helper()
	p := map[string]any{"textDocument": TextDocument{URI: URI(file), Text: text}}
	if method == "didChange" {
		p["contentChanges"] = []map[string]string{{"text": text}}
	}
	s.notify("textDocument/"+method, p)
}

func (s *session) actions(file string, r Range, only ...string) []CodeAction {
	s.t.Helper()
	p := CodeActionParams{TextDocument: TextDocument{URI: URI(file)}, Range: r}
	p.Context.Only = only
	raw, err := json.Marshal(p)
	if err != nil {
		s.t.Fatal(err)
	}
	var actions []CodeAction
	m := s.call("textDocument/codeAction", string(raw))
	if err := json.Unmarshal(m.Result, &actions); err != nil || actions == nil {
		s.t.Fatalf("%v: %s %v", err, m.Result, m.Error)
	}
	return actions
}

func (s *session) wait(want error) {
	s.t.Helper()
	select {
	case err := <-s.end:
		if !errors.Is(err, want) {
			s.t.Errorf("Serve: %v, want %v", err, want)
		}
	case <-time.After(time.Minute):
		s.t.Error("Serve does not return")
	}
}

func TestLifecycle(t *testing.T) {
	s := serve(t, nothing)
	code := func(m *Message, want int) {
		t.Helper()
		if m.Error == nil || m.Error.Code != want {
			t.Errorf("got %+v, want error %d", m, want)
		}
	}
	code(s.call("textDocument/codeAction", "{}"), codeNotInitialized)
	s.notify("textDocument/didOpen", 7) // dropped
	s.initialize()
	code(s.call("initialize", "{}"), codeInvalidRequest)
	code(s.call("textDocument/hover", "{}"), codeMethodNotFound)
	code(s.call("textDocument/codeAction", `[1]`), codeInvalidParams)
	s.notify("$/setTrace", map[string]string{"value": "off"})
	s.notify("textDocument/didOpen", []int{1})
	s.notify("textDocument/didChange", map[string]any{"textDocument": TextDocument{URI: "untitled:one"}})
	s.send(`{"jsonrpc":"2.0","id":9,"result":null}`) // a response to nothing
	s.send(`{"jsonrpc":"2.0","id":"x"}`)
	code(s.read(), codeInvalidRequest)
	s.send(`{"jsonrpc":`)
	code(s.read(), codeParse)
	s.send(`[]`)
	code(s.read(), codeParse)
	if m := s.call("shutdown", "null"); m.Error != nil || string(m.Result) != "null" {
		t.Errorf("shutdown: %+v", m)
	}
	code(s.call("textDocument/codeAction", "{}"), codeInvalidRequest)
	s.notify("exit", nil)
	s.wait(nil)
}

func TestLeavingWithoutShutdown(t *testing.T) {
	s := serve(t, nothing)
	s.initialize()
	s.notify("exit", nil)
	s.wait(ErrNoShutdown)
	s = serve(t, nothing)
	s.in.Close()
	s.wait(ErrNoShutdown)
}

func TestBadFraming(t *testing.T) {
	for _, text := range []string{
		"GET / HTTP/1.1\r\n\r\n",
		"Content-Length: x\r\n\r\n{}",
		"Content-Length: -1\r\n\r\n{}",
		"Content-Length: 99999999999999999999\r\n\r\n",
		"Content-Length: 1000000000\r\n\r\n",
		"Content-Type: a\r\n\r\n{}",
		"Content-Length: 5\r\n\r\n{}",
		"Content-Length: 5\r\n",
		"Content-Length: 5",
		strings.Repeat("a", 2*maxHeader) + "\n",
		strings.Repeat("A: b\r\n", 2*maxHeaders),
	} {
		var out bytes.Buffer
		err := NewServer(NewConn(strings.NewReader(text), &out), "test", nothing).Serve()
		if !errors.Is(err, ErrFraming) {
			t.Errorf("%.40q: %v", text, err)
		}
		if !strings.Contains(out.String(), `"code":-32700`) {
			t.Errorf("%.40q: the client was told %q", text, out.String())
		}
	}
	c := NewConn(strings.NewReader("content-length:2\nX: y\n\n{}"), nil)
	if got, err := c.Read(); err != nil || string(got) != "{}" {
		t.Errorf("a lax header: %q, %v", got, err)
	}
	if _, err := c.Read(); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}

func FuzzServe(f *testing.F) {
	f.Add([]byte("Content-Length: 2\r\n\r\n{}"))
	f.Add([]byte("Content-Length: 58\r\n\r\n" + `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		// It ends, with an error or because the client left.
		_ = NewServer(NewConn(bytes.NewReader(in), io.Discard), "test", nothing).Serve()
	})
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// todo finds a line "todo" in every file of dirs, and knows how to mend it.
func todo(root string, dirs []string) Report {
	var r Report
	for _, dir := range dirs {
		names, _ := filepath.Glob(filepath.Join(dir, "*.go"))
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil || bytes.Contains(text, []byte("broken")) {
				r.Problems = append(r.Problems, "broken: "+filepath.Base(name))
				continue
			}
			i := bytes.Index(text, []byte("todo"))
			if i < 0 {
				continue
			}
			at := NewText(text)
			edit, _ := Difference(text, bytes.Replace(text, []byte("todo"), []byte("done"), 1))
			r.Findings = append(r.Findings, Finding{
				File:       name,
				Diagnostic: Diagnostic{Range: Range{at.Position(i), at.Position(i + 4)}, Message: "todo below " + filepath.Base(root)},
				Fix:        &Fix{Title: "Do it", Files: []FileFix{{name, text, edit}}},
			})
		}
	}
	return r
}

func TestDiagnosticsAndFixes(t *testing.T) {
	root := filepath.Join(t.TempDir(), "mod")
	write(t, filepath.Join(root, "go.mod"), "module m\n")
	text := "package a\n// 😀 todo\n"
	a := write(t, filepath.Join(root, "a", "a b.go"), text)
	c := write(t, filepath.Join(root, "c", "c.go"), "package c\n// todo\n")
	s := serve(t, todo)
	s.initialize()

	s.document("didOpen", a, text)
	p := s.published()
	want := Range{Position{1, 6}, Position{1, 10}} // the smiley has two units
	if p.URI != URI(a) || len(p.Diagnostics) != 1 || p.Diagnostics[0].Range != want || p.Diagnostics[0].Message != "todo below mod" {
		t.Fatalf("published %+v", p)
	}
	actions := s.actions(a, Range{Position{1, 10}, Position{1, 10}})
	if len(actions) != 1 || actions[0].Kind != QuickFix || actions[0].Title != "Do it" || len(actions[0].Diagnostics) != 1 {
		t.Fatalf("actions %+v", actions)
	}
	if e := actions[0].Edit.Changes[URI(a)]; len(e) != 1 || e[0].NewText != "// 😀 done\n" || e[0].Range != (Range{Position{1, 0}, Position{2, 0}}) {
		t.Errorf("edit %+v", actions[0].Edit)
	}
	if got := s.actions(a, Range{Position{0, 0}, Position{0, 3}}); len(got) != 0 {
		t.Errorf("elsewhere: %+v", got)
	}
	if got := s.actions(a, want, "source.organizeImports"); len(got) != 0 {
		t.Errorf("other kinds: %+v", got)
	}
	if got := s.actions(a, want, ""); len(got) != 1 {
		t.Errorf("all kinds: %+v", got)
	}

	// What is not saved is not analyzed; a fix is for the text it was made for.
	s.document("didChange", a, "package a\n\n// todo\n")
	if got := s.actions(a, want); len(got) != 0 {
		t.Errorf("after a change: %+v", got)
	}
	s.document("didChange", a, text)
	if got := s.actions(a, want); len(got) != 1 {
		t.Errorf("after taking it back: %+v", got)
	}

	// Saving one file looks at the others of the module that are open.
	s.document("didOpen", c, "package c\n// todo\n")
	if p := s.published(); p.URI != URI(c) {
		t.Fatalf("published %+v", p)
	}
	write(t, a, "package a\n")
	s.document("didSave", a, "")
	if p := s.published(); p.URI != URI(a) || len(p.Diagnostics) != 0 {
		t.Errorf("after saving: %+v", p)
	}
	if p := s.published(); p.URI != URI(c) || len(p.Diagnostics) != 1 {
		t.Errorf("after saving: %+v", p)
	}

	// If something is wrong what is there stays, and the log says why.
	write(t, a, "package a // broken\n")
	s.document("didSave", a, "")
	if p := s.published(); p.URI != URI(c) || len(p.Diagnostics) != 1 {
		t.Errorf("beside a broken package: %+v", p)
	}
	if m := s.read(); m.Method != "window/logMessage" || !strings.Contains(string(m.Params), "broken: a b.go") {
		t.Errorf("got %s %s", m.Method, m.Params)
	}

	// Closing the last file of a package takes its diagnostics away.
	s.document("didClose", c, "")
	if p := s.published(); p.URI != URI(c) || len(p.Diagnostics) != 0 {
		t.Errorf("after closing: %+v", p)
	}
	s.call("shutdown", "null")
	s.notify("exit", nil)
	s.wait(nil)
}

func TestRequestsPileUpAndAreDoneTogether(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "go.mod"), "module m\n")
	asked, release := make(chan []string), make(chan bool)
	s := serve(t, func(_ string, dirs []string) Report {
		asked <- dirs
		<-release
		return Report{}
	})
	s.initialize()
	var files, dirs []string
	for _, name := range []string{"a", "b", "c"} {
		dirs = append(dirs, filepath.Join(root, name))
		files = append(files, write(t, filepath.Join(root, name, "x.go"), "package x\n"))
	}
	s.document("didOpen", files[0], "package x\n")
	if got := <-asked; len(got) != 1 || got[0] != dirs[0] {
		t.Errorf("first %q", got)
	}
	for _, file := range files[1:] {
		s.document("didOpen", file, "package x\n")
		s.document("didSave", file, "")
	}
	s.actions(files[0], Range{}) // its answer comes after all that was before it
	go func() {                  // what is published
		for {
			if _, err := s.conn.Read(); err != nil {
				return
			}
		}
	}()
	release <- true
	if got := <-asked; strings.Join(got, " ") != strings.Join(dirs, " ") {
		t.Errorf("then %q, want all", got)
	}
	release <- true
	s.in.Close()
	s.wait(ErrNoShutdown)
}

func TestFileNames(t *testing.T) {
	for uri, want := range map[string]string{
		"file:///a/b.go":            "/a/b.go",
		"file://localhost/a/b.go":   "/a/b.go",
		"file:///a%20b/%C3%A4.go":   "/a b/ä.go",
		"file:///a/../b.go":         "/b.go",
		"file://host/a.go":          "",
		"untitled:Untitled-1":       "",
		"file:":                     "",
		"%zz":                       "",
		"http://example.com/a/b.go": "",
	} {
		if filepath.Separator != '/' {
			t.Skip("names of another system")
		}
		if got, ok := fileName(uri); ok != (want != "") || ok && got != want {
			t.Errorf("%s: %q, %v", uri, got, ok)
		}
	}
	for _, name := range []string{"/a/b.go", "/a b/ä%.go", "/a#b?.go"} {
		if got, ok := fileName(URI(name)); !ok || got != name {
			t.Errorf("%s became %s and %s", name, URI(name), got)
		}
	}
}

func TestPositions(t *testing.T) {
	text := NewText([]byte("aä😀b\r\n\nlast"))
	for offset, want := range map[int]Position{
		0: {0, 0}, 1: {0, 1}, 3: {0, 2}, 7: {0, 4}, 8: {0, 5}, 10: {1, 0}, 11: {2, 0}, 15: {2, 4}, 99: {2, 4}, -1: {0, 0},
	} {
		if got := text.Position(offset); got != want {
			t.Errorf("offset %d: %v, want %v", offset, got, want)
		}
	}
}

func TestDifference(t *testing.T) {
	for _, w := range []struct{ from, to, text string }{
		{"a\nb\nc\n", "a\nx\nc\n", "x\n"},
		{"a\nb\n", "a\nb\nc\n", "c\n"},
		{"a\nb\n", "a\n", ""},
		{"a", "a\n", "a\n"},
		{"", "a\n", "a\n"},
		{"a\na\n", "a\n", ""},
	} {
		edit, ok := Difference([]byte(w.from), []byte(w.to))
		if !ok || edit.NewText != w.text {
			t.Errorf("%q to %q: %+v", w.from, w.to, edit)
		}
		at := func(p Position) int { // all lines here are ASCII
			n := 0
			for range p.Line {
				n += strings.IndexByte(w.from[n:], '\n') + 1
			}
			return n + p.Character
		}
		if got := w.from[:at(edit.Range.Start)] + edit.NewText + w.from[at(edit.Range.End):]; got != w.to {
			t.Errorf("%q to %q: the edit gives %q", w.from, w.to, got)
		}
	}
	if _, ok := Difference([]byte("a"), []byte("a")); ok {
		t.Error("an edit for equal texts")
	}
}
