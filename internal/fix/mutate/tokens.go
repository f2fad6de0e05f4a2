package mutate

import (
	"errors"
	"go/ast"
	"go/scanner"
	"go/token"
	"slices"
	"sort"
	"strings"
)

// A tok is a token of a text, and what a fix has to do with it.
type tok struct {
	start, end int
	text       string
	edited     bool // in what an edit has put there
	fresh      bool // and not in what the edit has replaced
}

// scan returns the tokens that gofmt leaves alone: no comments, no semicolons,
// and no commas before a closing bracket.
func scan(text []byte) (out []tok) {
	file := token.NewFileSet().AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	for {
		pos, t, lit := s.Scan()
		if t == token.EOF {
			return out
		}
		if t == token.SEMICOLON {
			continue
		}
		if lit == "" {
			lit = t.String()
		}
		if n := len(out); n > 0 && (t == token.RPAREN || t == token.RBRACE || t == token.RBRACK) && out[n-1].text == "," {
			out = out[:n-1]
		}
		start := file.Offset(pos)
		out = append(out, tok{start: start, end: start + len(lit), text: lit})
	}
}

// key is a text without its layout.
func key(text []byte) string {
	var b strings.Builder
	for _, t := range scan(text) {
		b.WriteString(t.text)
		b.WriteByte(' ')
	}
	return b.String()
}

// find looks for the tokens of one text in another, and returns the bytes from
// the first to the last.
func find(in, what []tok) (from, to int, ok bool) {
	same := func(a, b tok) bool { return a.text == b.text }
	for i := 0; len(what) > 0 && i+len(what) <= len(in); i++ {
		if slices.EqualFunc(in[i:i+len(what)], what, same) {
			return in[i].start, in[i+len(what)-1].end, true
		}
	}
	return 0, 0, false
}

// mark returns the tokens of the fixed text, with marks on those that the edits
// have made.
func mark(s *source) ([]tok, error) {
	raw, at := applied(s.old, s.edits)
	made := scan(raw)
	for i, e := range s.edits {
		first := sort.Search(len(made), func(k int) bool { return made[k].start >= at[i] })
		last := sort.Search(len(made), func(k int) bool { return made[k].start >= at[i]+len(e.text) })
		for k := first; k < last; k++ {
			made[k].edited = true
		}
		for _, k := range unmatched(scan(s.old[e.start:e.end]), made[first:last]) {
			made[first+k].fresh = true
		}
	}
	// Only imports may have changed since: the texts are the same from the end.
	tokens := scan(s.text)
	i, k := len(tokens)-1, len(made)-1
	for ; i >= 0 && k >= 0 && tokens[i].text == made[k].text; i, k = i-1, k-1 {
		tokens[i].edited, tokens[i].fresh = made[k].edited, made[k].fresh
	}
	if i >= 0 && !inImports(s, tokens[i].start) {
		return nil, errors.New("formatting changes more than the layout at " + short(string(s.text[tokens[i].start:])))
	}
	return tokens, nil
}

func inImports(s *source, offset int) bool {
	for _, decl := range s.syntax.Decls {
		if gen, ok := decl.(*ast.GenDecl); !ok || gen.Tok != token.IMPORT {
			return offset < s.offset(decl.Pos())
		}
	}
	return false
}

// unmatched are the tokens of b that are in no longest common subsequence with
// a, by their indexes.
func unmatched(a, b []tok) (out []int) {
	longest := make([][]int, len(a)+1)
	for i := range longest {
		longest[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for k := len(b) - 1; k >= 0; k-- {
			if a[i].text == b[k].text {
				longest[i][k] = longest[i+1][k+1] + 1
			} else {
				longest[i][k] = max(longest[i+1][k], longest[i][k+1])
			}
		}
	}
	i := 0
	for k := range b {
		for i < len(a) && a[i].text != b[k].text && longest[i+1][k] == longest[i][k] {
			i++
		}
		if i < len(a) && a[i].text == b[k].text {
			i++
			continue
		}
		out = append(out, k)
	}
	return out
}

func (s *source) offset(pos token.Pos) int { return s.tokenFile.Offset(pos) }

func (s *source) textOf(n ast.Node) string {
	return string(s.text[s.offset(n.Pos()):s.offset(n.End())])
}

// in are the tokens of a node.
func (s *source) in(n ast.Node) []tok {
	from, to := s.offset(n.Pos()), s.offset(n.End())
	first := sort.Search(len(s.tokens), func(k int) bool { return s.tokens[k].start >= from })
	last := sort.Search(len(s.tokens), func(k int) bool { return s.tokens[k].start >= to })
	return s.tokens[first:last]
}

// own reports whether the fix has written all of a node.
func (s *source) own(n ast.Node) bool {
	in := s.in(n)
	return len(in) > 0 && !slices.ContainsFunc(in, func(t tok) bool { return !t.edited })
}

// touched reports whether the fix has written something of a node.
func (s *source) touched(n ast.Node) bool {
	return slices.ContainsFunc(s.in(n), func(t tok) bool { return t.edited })
}

// put returns the text with other bytes from one offset to another.
func (s *source) put(from, to int, text string) []byte {
	return []byte(string(s.text[:from]) + text + string(s.text[to:]))
}

func (s *source) replace(n ast.Node, text string) []byte {
	return s.put(s.offset(n.Pos()), s.offset(n.End()), text)
}

// mine reports whether the fix is the reason for the token at a position. A fix
// that only takes something away answers for what is left.
func (m *maker) mine(s *source, pos token.Pos) bool {
	at := s.offset(pos)
	i := sort.Search(len(s.tokens), func(k int) bool { return s.tokens[k].start >= at })
	return i < len(s.tokens) && s.tokens[i].start == at && (s.tokens[i].fresh || s.tokens[i].edited && !m.anyFresh)
}
