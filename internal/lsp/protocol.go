package lsp

import (
	"encoding/json"
	"net/url"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// The structures below are the part of LSP 3.17 that is used, on either side.

// A Message is a request, a response or a notification.
type Message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *Error          `json:"error,omitempty"`
}

// An Error is why a request failed.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return e.Message }

// Codes of errors.
const (
	codeParse          = -32700
	codeInvalidRequest = -32600
	codeMethodNotFound = -32601
	codeInvalidParams  = -32602
	codeNotInitialized = -32002
)

// Position counts lines from 0 and, in a line, UTF-16 code units from 0.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

func (p Position) before(q Position) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Character < q.Character
}

// Range is the text from Start to before End.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// touches reports whether two ranges have a position in common, their ends
// included: a cursor right after a range belongs to it.
func (r Range) touches(o Range) bool { return !r.End.before(o.Start) && !o.End.before(r.Start) }

// Location is a range in a document.
type Location struct {
	URI   string `json:"uri"`
	Range Range  `json:"range"`
}

// Diagnostic is one finding.
type Diagnostic struct {
	Range              Range                `json:"range"`
	Severity           int                  `json:"severity,omitempty"`
	Code               string               `json:"code,omitempty"`
	CodeDescription    *CodeDescription     `json:"codeDescription,omitempty"`
	Source             string               `json:"source,omitempty"`
	Message            string               `json:"message"`
	Tags               []int                `json:"tags,omitempty"`
	RelatedInformation []RelatedInformation `json:"relatedInformation,omitempty"`
}

// Severities and tags.
const (
	SeverityError   = 1
	SeverityWarning = 2
	SeverityInfo    = 3
	TagUnnecessary  = 1
)

// CodeDescription leads to the page of a check.
type CodeDescription struct {
	Href string `json:"href"`
}

// RelatedInformation is another place that belongs to a finding.
type RelatedInformation struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

// PublishDiagnosticsParams are all findings in a document.
type PublishDiagnosticsParams struct {
	URI         string       `json:"uri"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// CodeAction is a fix that is offered.
type CodeAction struct {
	Title       string         `json:"title"`
	Kind        string         `json:"kind,omitempty"`
	Diagnostics []Diagnostic   `json:"diagnostics,omitempty"`
	IsPreferred bool           `json:"isPreferred,omitempty"`
	Edit        *WorkspaceEdit `json:"edit,omitempty"`
}

// QuickFix is the kind of our code actions.
const QuickFix = "quickfix"

// WorkspaceEdit is edits by document; gopls sends the second form.
type WorkspaceEdit struct {
	Changes         map[string][]TextEdit `json:"changes,omitempty"`
	DocumentChanges []TextDocumentEdit    `json:"documentChanges,omitempty"`
}

// TextDocumentEdit is the edits of one document.
type TextDocumentEdit struct {
	TextDocument TextDocument `json:"textDocument"`
	Edits        []TextEdit   `json:"edits"`
}

// TextEdit replaces a range.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// TextDocument names a document, and in didOpen brings its text.
type TextDocument struct {
	URI        string `json:"uri"`
	LanguageID string `json:"languageId,omitempty"`
	Version    int    `json:"version,omitempty"`
	Text       string `json:"text,omitempty"`
}

// DocumentParams are the parameters of what concerns one document.
type DocumentParams struct {
	TextDocument TextDocument `json:"textDocument"`
}

// CodeActionParams ask for what can be done in a range.
type CodeActionParams struct {
	TextDocument TextDocument `json:"textDocument"`
	Range        Range        `json:"range"`
	Context      struct {
		Diagnostics []Diagnostic `json:"diagnostics"`
		Only        []string     `json:"only,omitempty"`
	} `json:"context"`
}

// URI returns the file URI of an absolute file name.
func URI(name string) string {
	name = filepath.ToSlash(name)
	if !strings.HasPrefix(name, "/") {
		name = "/" + name // C:/x
	}
	return (&url.URL{Scheme: "file", Path: name}).String()
}

// fileName returns the file that a URI names. It is false for documents that
// are no files.
func fileName(uri string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" || u.Host != "" && u.Host != "localhost" {
		return "", false
	}
	name := u.Path
	if len(name) > 2 && name[0] == '/' && name[2] == ':' {
		name = name[1:] // /C:/x, also if the colon came as %3A
	}
	name = filepath.FromSlash(name)
	return filepath.Clean(name), filepath.IsAbs(name)
}

// A Text turns byte offsets into positions.
type Text struct {
	content []byte
	lines   []int // offsets of the beginnings of lines
}

// NewText returns the text of a file.
func NewText(content []byte) *Text {
	t := &Text{content: content, lines: []int{0}}
	for i, b := range content {
		if b == '\n' {
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// Position returns the position of a byte offset, or of the nearest end if
// the text is shorter.
func (t *Text) Position(offset int) Position {
	offset = max(0, min(offset, len(t.content)))
	line := len(t.lines) - 1
	for lo, hi := 0, len(t.lines); lo < hi; {
		if mid := (lo + hi) / 2; t.lines[mid] <= offset {
			line, lo = mid, mid+1
		} else {
			hi = mid
		}
	}
	return Position{line, utf16Len(t.content[t.lines[line]:offset])}
}

// utf16Len returns how many UTF-16 code units a text has.
func utf16Len(text []byte) int {
	n := 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

// Difference returns one edit, of whole lines, that makes a text of another,
// and false if they are equal.
func Difference(from, to []byte) (TextEdit, bool) {
	if string(from) == string(to) {
		return TextEdit{}, false
	}
	a, b := strings.SplitAfter(string(from), "\n"), strings.SplitAfter(string(to), "\n")
	pre, offset := 0, 0
	for pre < len(a) && pre < len(b) && a[pre] == b[pre] {
		offset += len(a[pre])
		pre++
	}
	end := len(from)
	post := 0
	for post < len(a)-pre && post < len(b)-pre && a[len(a)-1-post] == b[len(b)-1-post] {
		end -= len(a[len(a)-1-post])
		post++
	}
	text := NewText(from)
	return TextEdit{
		Range:   Range{text.Position(offset), text.Position(end)},
		NewText: strings.Join(b[pre:len(b)-post], ""),
	}, true
}
