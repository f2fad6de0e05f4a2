package format

import (
	"bytes"
	"go/token"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// sources are the texts of source files by name; nil for one that cannot be
// read, whose columns then stay bytes.
type sources map[string][]byte

func (s sources) text(name string) []byte {
	if text, ok := s[name]; ok {
		return text
	}
	text, err := os.ReadFile(name)
	if err != nil {
		text = nil
	}
	s[name] = text
	return text
}

// utf16Column turns a column in bytes, from 1, into one in UTF-16 code units.
func (s sources) utf16Column(p token.Position) int {
	text := s.text(p.Filename)
	for range p.Line - 1 {
		i := bytes.IndexByte(text, '\n')
		if i < 0 {
			return p.Column
		}
		text = text[i+1:]
	}
	if p.Column < 1 || p.Column-1 > len(text) {
		return p.Column
	}
	units := 1
	for text = text[:p.Column-1]; len(text) > 0; {
		r, size := utf8.DecodeRune(text)
		units++
		if r > 0xFFFF {
			units++
		}
		text = text[size:]
	}
	return units
}

// under returns name relative to root with slashes; false if it is not below.
func under(root, name string) (string, bool) {
	rel, err := filepath.Rel(root, name)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return filepath.ToSlash(name), false
	}
	return filepath.ToSlash(rel), true
}

// fileURI returns the file: address of an absolute path.
func fileURI(name string) string {
	path := filepath.ToSlash(name)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/x
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
