// Package lsptest is a client that drives language servers in tests: ours, and
// gopls with our checks.
package lsptest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/informerlint/informerlint/internal/lsp"
)

// A Client is a client and the server that it talks to.
type Client struct {
	Cmd  *exec.Cmd
	conn *lsp.Conn
	in   io.Closer

	mu        sync.Mutex
	last      int                          // the last request's ID
	waiting   map[string]chan *lsp.Message // by ID
	published []lsp.PublishDiagnosticsParams
	log       []string
	news      chan struct{} // closed when something came
	gone      error         // why reading ended
	ended     chan struct{} // closed when it has
}

// Start runs a server and begins to read what it says.
func Start(cmd *exec.Cmd) (*Client, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	c := &Client{
		Cmd: cmd, conn: lsp.NewConn(out, in), in: in,
		waiting: make(map[string]chan *lsp.Message), news: make(chan struct{}),
		ended: make(chan struct{}),
	}
	go c.read()
	return c, nil
}

func (c *Client) read() {
	defer close(c.ended)
	for {
		content, err := c.conn.Read()
		var m lsp.Message
		if err == nil {
			err = json.Unmarshal(content, &m)
		}
		c.mu.Lock()
		if err != nil {
			c.gone = err
			for _, w := range c.waiting {
				close(w)
			}
			c.waiting = nil
			c.wake()
			c.mu.Unlock()
			return
		}
		switch {
		case m.Method == "" && c.waiting[string(m.ID)] != nil:
			c.waiting[string(m.ID)] <- &m
			delete(c.waiting, string(m.ID))
		case m.Method == "textDocument/publishDiagnostics":
			var p lsp.PublishDiagnosticsParams
			if json.Unmarshal(m.Params, &p) == nil {
				c.published = append(c.published, p)
			}
		case m.Method == "window/logMessage":
			c.log = append(c.log, string(m.Params))
		case m.ID != nil && m.Method != "":
			c.answer(&m)
		}
		c.wake()
		c.mu.Unlock()
	}
}

func (c *Client) wake() {
	close(c.news)
	c.news = make(chan struct{})
}

// answer answers what gopls asks of a client: a null for each setting that it
// wants to know, and nothing else.
func (c *Client) answer(m *lsp.Message) {
	result := json.RawMessage("null")
	if m.Method == "workspace/configuration" {
		var p struct{ Items []json.RawMessage }
		if json.Unmarshal(m.Params, &p) == nil {
			result, _ = json.Marshal(make([]any, len(p.Items)))
		}
	}
	// Should the server be gone, the next call says so.
	_ = c.conn.Write(&lsp.Message{Version: "2.0", ID: m.ID, Result: result})
}

// Call sends a request and reads its result into result, which may be nil.
func (c *Client) Call(method string, params, result any) error {
	raw, err := json.Marshal(params)
	if err != nil {
		return err
	}
	got := make(chan *lsp.Message, 1)
	c.mu.Lock()
	if c.gone != nil {
		c.mu.Unlock()
		return fmt.Errorf("%s: the server is gone: %w", method, c.gone)
	}
	c.last++
	id := strconv.Itoa(c.last)
	c.waiting[id] = got
	c.mu.Unlock()
	if err := c.conn.Write(&lsp.Message{Version: "2.0", ID: json.RawMessage(id), Method: method, Params: raw}); err != nil {
		return err
	}
	m := <-got
	switch {
	case m == nil:
		return fmt.Errorf("%s: the server went without an answer", method)
	case m.Error != nil:
		return m.Error
	case result == nil:
		return nil
	}
	return json.Unmarshal(m.Result, result)
}

// Notify sends a notification.
func (c *Client) Notify(method string, params any) error {
	raw, err := json.Marshal(params)
	if err != nil {
		return err
	}
	return c.conn.Write(&lsp.Message{Version: "2.0", Method: method, Params: raw})
}

// Initialize opens a session on a directory, as an editor does that knows
// what diagnostics can have.
func (c *Client) Initialize(dir string, result any) error {
	if err := c.Call("initialize", map[string]any{
		"processId": nil,
		"rootUri":   lsp.URI(dir),
		"workspaceFolders": []map[string]string{
			{"uri": lsp.URI(dir), "name": "test"},
		},
		"initializationOptions": map[string]any{"pullDiagnostics": true},
		"capabilities": map[string]any{
			"workspace": map[string]any{"configuration": true, "workspaceFolders": true},
			"textDocument": map[string]any{
				"publishDiagnostics": map[string]any{"relatedInformation": true, "codeDescriptionSupport": true, "dataSupport": true},
				"diagnostic":         map[string]any{"relatedDocumentSupport": true},
				"codeAction": map[string]any{"codeActionLiteralSupport": map[string]any{
					"codeActionKind": map[string]any{"valueSet": []string{lsp.QuickFix}},
				}},
			},
		},
	}, result); err != nil {
		return err
	}
	return c.Notify("initialized", struct{}{})
}

// Open tells the server that a document was opened.
func (c *Client) Open(file, text string) error {
	return c.Notify("textDocument/didOpen", lsp.DocumentParams{TextDocument: lsp.TextDocument{URI: lsp.URI(file), LanguageID: "go", Version: 1, Text: text}})
}

// Change replaces the text of an open document.
func (c *Client) Change(file string, version int, text string) error {
	return c.Notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": lsp.URI(file), "version": version},
		"contentChanges": []map[string]string{{"text": text}},
	})
}

// Save tells the server that a document was written.
func (c *Client) Save(file string) error {
	return c.Notify("textDocument/didSave", lsp.DocumentParams{TextDocument: lsp.TextDocument{URI: lsp.URI(file)}})
}

// Close tells the server that a document was closed.
func (c *Client) Close(file string) error {
	return c.Notify("textDocument/didClose", lsp.DocumentParams{TextDocument: lsp.TextDocument{URI: lsp.URI(file)}})
}

// Actions asks for the quick fixes at a diagnostic.
func (c *Client) Actions(file string, d lsp.Diagnostic) ([]lsp.CodeAction, error) {
	p := lsp.CodeActionParams{TextDocument: lsp.TextDocument{URI: lsp.URI(file)}, Range: d.Range}
	p.Context.Diagnostics = []lsp.Diagnostic{d}
	p.Context.Only = []string{lsp.QuickFix}
	var actions []lsp.CodeAction
	err := c.Call("textDocument/codeAction", p, &actions)
	return actions, err
}

// Mark is a place in what the server has published.
func (c *Client) Mark() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.published)
}

// Published waits until what was last published for a file, after a mark,
// satisfies ok.
func (c *Client) Published(mark int, file string, limit time.Duration, ok func([]lsp.Diagnostic) bool) ([]lsp.Diagnostic, error) {
	deadline := time.After(limit)
	for {
		c.mu.Lock()
		var last *lsp.PublishDiagnosticsParams
		for i := range c.published[mark:] {
			if p := &c.published[mark+i]; p.URI == lsp.URI(file) {
				last = p
			}
		}
		news, gone := c.news, c.gone
		c.mu.Unlock()
		if last != nil && ok(last.Diagnostics) {
			return last.Diagnostics, nil
		}
		if gone != nil {
			return nil, fmt.Errorf("the server is gone: %w", gone)
		}
		select {
		case <-news:
		case <-deadline:
			if last == nil {
				return nil, fmt.Errorf("nothing was published for %s in %v; the server's log: %q", file, limit, c.Log())
			}
			return last.Diagnostics, fmt.Errorf("not what was waited for after %v: %+v", limit, last.Diagnostics)
		}
	}
}

// Log returns the messages of the server.
func (c *Client) Log() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.log)
}

// Quit ends the session in the proper way and waits for the process.
func (c *Client) Quit() error {
	err := c.Call("shutdown", nil, nil)
	if err == nil {
		err = c.Notify("exit", nil)
	}
	err = errors.Join(err, c.in.Close())
	<-c.ended // Wait closes what is read from
	return errors.Join(err, c.Cmd.Wait())
}

// Apply makes the edits of one file in a text.
func Apply(text, file string, edit *lsp.WorkspaceEdit) string {
	edits := slices.Clone(edit.Changes[lsp.URI(file)])
	for _, d := range edit.DocumentChanges {
		if d.TextDocument.URI == lsp.URI(file) {
			edits = append(edits, d.Edits...)
		}
	}
	slices.SortStableFunc(edits, func(a, b lsp.TextEdit) int {
		if a.Range.Start.Line != b.Range.Start.Line {
			return b.Range.Start.Line - a.Range.Start.Line
		}
		return b.Range.Start.Character - a.Range.Start.Character
	})
	for _, e := range edits {
		text = text[:offset(text, e.Range.Start)] + e.NewText + text[offset(text, e.Range.End):]
	}
	return text
}

// Files returns the URIs that an edit is about.
func Files(edit *lsp.WorkspaceEdit) []string {
	files := slices.Collect(maps.Keys(edit.Changes))
	for _, d := range edit.DocumentChanges {
		files = append(files, d.TextDocument.URI)
	}
	slices.Sort(files)
	return files
}

// offset returns the byte offset of a position.
func offset(text string, p lsp.Position) int {
	at := 0
	for range p.Line {
		at += nextLine(text[at:])
	}
	units := 0
	for i, r := range text[at:] {
		if units >= p.Character {
			return at + i
		}
		units++
		if r > 0xFFFF {
			units++
		}
	}
	return len(text)
}

// nextLine returns where the line after the first begins.
func nextLine(text string) int {
	for i := range len(text) {
		if text[i] == '\n' {
			return i + 1
		}
	}
	return len(text)
}

// Logged waits until a message of the server holds a text.
func (c *Client) Logged(limit time.Duration, text string) error {
	deadline := time.After(limit)
	for {
		c.mu.Lock()
		found := slices.ContainsFunc(c.log, func(line string) bool { return strings.Contains(line, text) })
		news, gone := c.news, c.gone
		c.mu.Unlock()
		switch {
		case found:
			return nil
		case gone != nil:
			return fmt.Errorf("the server is gone: %w; its log: %q", gone, c.Log())
		}
		select {
		case <-news:
		case <-deadline:
			return fmt.Errorf("no message with %q; the server's log: %q", text, c.Log())
		}
	}
}
