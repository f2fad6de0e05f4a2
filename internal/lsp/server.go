package lsp

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// A Report is the result of analyzing some packages.
type Report struct {
	Findings []Finding
	// Problems say why the answer may be incomplete; then old findings stay
	// where there are no new ones.
	Problems []string
}

// A Finding is one diagnostic.
type Finding struct {
	File       string // absolute
	Diagnostic Diagnostic
	Fix        *Fix // nil if there is none
}

// A Fix is a set of edits, of which all or none are to be made.
type Fix struct {
	Title string
	Files []FileFix
}

// A FileFix is what a fix does to one file.
type FileFix struct {
	File string
	Base []byte // the text that Edit belongs to
	Edit TextEdit
}

// An Analyze function analyzes the packages in dirs, which are directories at
// or below root: that of the nearest go.mod, or the only one of dirs if there
// is none. Calls come one after another.
type Analyze func(root string, dirs []string) Report

// A Server answers one client.
type Server struct {
	conn    *Conn
	version string
	analyze Analyze
	queue   chan struct{} // holds a token if there may be something to do

	initialized, shutdown bool // used by the reading goroutine only

	mu      sync.Mutex
	open    map[string]document             // by file
	pending map[string]map[string]bool      // directories to analyze, by root
	found   map[string]map[string][]Finding // by directory, by file
}

// A document is one that the client has open.
type document struct {
	uri  string // as the client writes it
	text string
}

// NewServer returns a server for the client at the other end of conn.
func NewServer(conn *Conn, version string, analyze Analyze) *Server {
	return &Server{
		conn: conn, version: version, analyze: analyze,
		queue:   make(chan struct{}, 1),
		open:    make(map[string]document),
		pending: make(map[string]map[string]bool),
		found:   make(map[string]map[string][]Finding),
	}
}

// ErrNoShutdown is returned by Serve if the client left without a shutdown
// request.
var ErrNoShutdown = errors.New("the client left without shutdown")

// Serve answers the client until it says exit or its stream ends. An analysis
// that is running then is not waited for.
func (s *Server) Serve() error {
	go s.work()
	defer close(s.queue)
	for {
		content, err := s.conn.Read()
		switch {
		case errors.Is(err, io.EOF):
			return s.leave()
		case err != nil:
			// Tell the client, which may be listening still.
			return errors.Join(err, s.conn.Write(failure(nil, codeParse, err.Error())))
		}
		var m Message
		if err := json.Unmarshal(content, &m); err != nil {
			if err := s.conn.Write(failure(nil, codeParse, err.Error())); err != nil {
				return err
			}
			continue
		}
		if m.Method == "exit" {
			return s.leave()
		}
		if r := s.handle(&m); r != nil {
			if err := s.conn.Write(r); err != nil {
				return err
			}
		}
	}
}

func (s *Server) leave() error {
	if s.shutdown {
		return nil
	}
	return ErrNoShutdown
}

func failure(id json.RawMessage, code int, text string) *Message {
	if id == nil {
		id = json.RawMessage("null")
	}
	return &Message{Version: "2.0", ID: id, Error: &Error{code, text}}
}

// handle returns the response to m, or nil if m is no request.
func (s *Server) handle(m *Message) *Message {
	request := m.ID != nil
	switch {
	case m.Method == "" && request && (m.Result != nil || m.Error != nil):
		return nil // a response; we ask nothing
	case m.Method == "":
		return failure(m.ID, codeInvalidRequest, "a message without a method")
	case !request:
		if s.initialized && !s.shutdown {
			s.notified(m)
		}
		return nil
	case m.Method == "initialize" && s.initialized:
		return failure(m.ID, codeInvalidRequest, "initialized already")
	case m.Method != "initialize" && !s.initialized:
		return failure(m.ID, codeNotInitialized, "not initialized yet")
	case s.shutdown:
		return failure(m.ID, codeInvalidRequest, "shut down already")
	}
	var result any
	switch m.Method {
	case "initialize":
		s.initialized = true
		result = s.capabilities()
	case "shutdown":
		s.shutdown = true
	case "textDocument/codeAction":
		var p CodeActionParams
		if err := json.Unmarshal(m.Params, &p); err != nil {
			return failure(m.ID, codeInvalidParams, err.Error())
		}
		result = s.codeActions(&p)
	default:
		return failure(m.ID, codeMethodNotFound, fmt.Sprintf("no method %q", m.Method))
	}
	raw, err := json.Marshal(result)
	if err != nil {
		return failure(m.ID, codeInvalidParams, err.Error())
	}
	return &Message{Version: "2.0", ID: m.ID, Result: raw}
}

func (s *Server) capabilities() any {
	return map[string]any{
		"capabilities": map[string]any{
			"positionEncoding": "utf-16",
			"textDocumentSync": map[string]any{
				"openClose": true,
				"change":    1, // whole texts: they are only compared
				"save":      map[string]any{"includeText": false},
			},
			"codeActionProvider": map[string]any{"codeActionKinds": []string{QuickFix}},
		},
		"serverInfo": map[string]any{"name": "informerlint", "version": s.version},
	}
}

// notified handles a notification. One that makes no sense is passed over:
// there is nobody to tell.
func (s *Server) notified(m *Message) {
	var p struct {
		TextDocument   TextDocument `json:"textDocument"`
		ContentChanges []struct {
			Range *Range `json:"range"`
			Text  string `json:"text"`
		} `json:"contentChanges"`
	}
	if !strings.HasPrefix(m.Method, "textDocument/did") || json.Unmarshal(m.Params, &p) != nil {
		return
	}
	file, ok := fileName(p.TextDocument.URI)
	if !ok || filepath.Ext(file) != ".go" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch m.Method {
	case "textDocument/didOpen":
		s.open[file] = document{p.TextDocument.URI, p.TextDocument.Text}
		s.ask(filepath.Dir(file))
	case "textDocument/didChange":
		if n := len(p.ContentChanges); n > 0 && p.ContentChanges[n-1].Range == nil {
			s.open[file] = document{p.TextDocument.URI, p.ContentChanges[n-1].Text}
		}
	case "textDocument/didSave":
		// What other packages in sight say may rest on this one.
		root := moduleRoot(filepath.Dir(file))
		s.ask(filepath.Dir(file))
		for other := range s.open {
			if dir := filepath.Dir(other); moduleRoot(dir) == root {
				s.ask(dir)
			}
		}
	case "textDocument/didClose":
		delete(s.open, file)
		dir := filepath.Dir(file)
		for other := range s.open {
			if filepath.Dir(other) == dir {
				return
			}
		}
		for name := range s.found[dir] {
			s.publish(name, nil)
		}
		delete(s.found, dir)
	}
}

// ask puts a directory on the list of what is to be analyzed.
func (s *Server) ask(dir string) {
	root := moduleRoot(dir)
	if s.pending[root] == nil {
		s.pending[root] = make(map[string]bool)
	}
	s.pending[root][dir] = true
	select {
	case s.queue <- struct{}{}:
	default:
	}
}

// moduleRoot returns the nearest directory at or above dir with a go.mod, or
// dir itself if there is none.
func moduleRoot(dir string) string {
	for at := dir; ; {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			return at
		}
		up := filepath.Dir(at)
		if up == at {
			return dir
		}
		at = up
	}
}

// work analyzes what is pending, one module at a time. What is asked for in
// the meantime waits, and is done together.
func (s *Server) work() {
	for range s.queue {
		for {
			root, dirs := s.next()
			if len(dirs) == 0 {
				break
			}
			s.done(dirs, s.analyze(root, dirs))
		}
	}
}

// next takes a root and its directories from the list.
func (s *Server) next() (string, []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.pending) == 0 {
		return "", nil
	}
	root := slices.Min(slices.Collect(maps.Keys(s.pending)))
	dirs := slices.Sorted(maps.Keys(s.pending[root]))
	delete(s.pending, root)
	return root, dirs
}

// done keeps and publishes what was found in directories.
func (s *Server) done(dirs []string, r Report) {
	s.mu.Lock()
	defer s.mu.Unlock()
	changed := make(map[string]bool) // files to publish
	watched := make(map[string]bool) // directories with an open document
	for file := range s.open {
		dir := filepath.Dir(file)
		watched[dir] = true
		if slices.Contains(dirs, dir) && len(r.Problems) == 0 {
			changed[file] = true
		}
	}
	for _, dir := range dirs {
		if len(r.Problems) == 0 {
			for file := range s.found[dir] {
				changed[file] = true
			}
			delete(s.found, dir)
		}
	}
	fresh := make(map[string][]Finding)
	for _, f := range r.Findings {
		fresh[f.File] = append(fresh[f.File], f)
	}
	for file, found := range fresh {
		dir := filepath.Dir(file)
		if !watched[dir] {
			continue // closed in the meantime
		}
		changed[file] = true
		if s.found[dir] == nil {
			s.found[dir] = make(map[string][]Finding)
		}
		s.found[dir][file] = found
	}
	for _, file := range slices.Sorted(maps.Keys(changed)) {
		s.publish(file, s.found[filepath.Dir(file)][file])
	}
	for _, text := range r.Problems {
		s.log(text)
	}
}

func (s *Server) publish(file string, found []Finding) {
	p := PublishDiagnosticsParams{URI: s.uri(file), Diagnostics: []Diagnostic{}}
	for _, f := range found {
		p.Diagnostics = append(p.Diagnostics, f.Diagnostic)
	}
	s.notify("textDocument/publishDiagnostics", p)
}

// uri returns how the client writes a file's URI, as far as that is known.
func (s *Server) uri(file string) string {
	if d, ok := s.open[file]; ok {
		return d.uri
	}
	return URI(file)
}

func (s *Server) log(text string) {
	const warning = 2
	s.notify("window/logMessage", map[string]any{"type": warning, "message": "informerlint: " + text})
}

func (s *Server) notify(method string, params any) {
	raw, err := json.Marshal(params)
	if err != nil {
		return // cannot be: these are plain structures
	}
	// If the client does not listen any more, Serve ends on its own.
	_ = s.conn.Write(&Message{Version: "2.0", Method: method, Params: raw})
}

// codeActions returns the fixes of the findings at a range whose files still
// have the text that was analyzed.
func (s *Server) codeActions(p *CodeActionParams) []CodeAction {
	actions := []CodeAction{} // not null
	file, ok := fileName(p.TextDocument.URI)
	if only := p.Context.Only; !ok || len(only) > 0 && !slices.Contains(only, QuickFix) && !slices.Contains(only, "") {
		return actions
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.found[filepath.Dir(file)][file] {
		if f.Fix == nil || !f.Diagnostic.Range.touches(p.Range) || !s.fits(f.Fix) {
			continue
		}
		edit := &WorkspaceEdit{Changes: make(map[string][]TextEdit)}
		for _, ff := range f.Fix.Files {
			edit.Changes[s.uri(ff.File)] = append(edit.Changes[s.uri(ff.File)], ff.Edit)
		}
		actions = append(actions, CodeAction{
			Title: f.Fix.Title, Kind: QuickFix, Diagnostics: []Diagnostic{f.Diagnostic}, IsPreferred: true, Edit: edit,
		})
	}
	slices.SortStableFunc(actions, func(a, b CodeAction) int {
		return cmp.Compare(a.Diagnostics[0].Range.Start.Line, b.Diagnostics[0].Range.Start.Line)
	})
	return actions
}

// fits reports whether the files of a fix are what they were.
func (s *Server) fits(fix *Fix) bool {
	for _, ff := range fix.Files {
		d, isOpen := s.open[ff.File]
		if !isOpen {
			disk, err := os.ReadFile(ff.File)
			if err != nil {
				return false
			}
			d.text = string(disk)
		}
		if d.text != string(ff.Base) {
			return false
		}
	}
	return true
}
