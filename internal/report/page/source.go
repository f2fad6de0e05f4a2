package page

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Source is what of a file belongs to a finding: some of its lines.
type Source struct {
	File  string // as it is shown
	Lines []Line
}

// A Line is a line of source.
type Line struct {
	Number int
	Parts  []Part
	Notes  []Note `json:",omitempty"` // what is said about it
	Steps  []int  `json:",omitempty"` // of the run that stand here, from 1
	After  bool   `json:",omitempty"` // lines before it are left out
	Inside bool   `json:",omitempty"` // it belongs to what a finding is about, which begins above
}

// A Part is a piece of a line; Mark is Primary, Related or "".
type Part struct {
	Text string
	Mark string `json:",omitempty"`
}

// A Note is said about a line, by what marks it.
type Note struct{ Text, Mark string }

// The marks: what a finding is about, and other places that belong to it.
const (
	Primary = "primary"
	Related = "related"
)

// A Spot is a place in a file that has to be seen.
type Spot struct {
	File         string // as it is shown
	Line, Column int    // from 1; the column is in bytes, 0 if it is not known
	EndLine      int    // where it ends; not after Line and Column: at the end of the word
	EndColumn    int
	Mark         string // "" for the step of a run
	Note         string
	Step         int // of the run, from 1; 0: none
}

const (
	around     = 2   // lines shown before and after a spot
	maxMarked  = 12  // lines of a marked range that are shown
	maxColumns = 300 // bytes of a line that are shown
)

// Sources returns the lines around some spots, by file in the order of the
// spots. text returns the text of a file, nil if it cannot be read.
func Sources(spots []Spot, text func(file string) []byte) []Source {
	var out []Source
	for i, s := range spots {
		if slices.ContainsFunc(spots[:i], func(before Spot) bool { return before.File == s.File }) {
			continue
		}
		var here []Spot
		for _, other := range spots {
			if other.File == s.File {
				here = append(here, other)
			}
		}
		if lines := excerpt(strings.Split(string(text(s.File)), "\n"), here); len(lines) > 0 {
			out = append(out, Source{s.File, lines})
		}
	}
	return out
}

// excerpt returns the lines around the spots in a file.
func excerpt(all []string, spots []Spot) []Line {
	if n := len(all); all[n-1] == "" {
		all = all[:n-1] // what follows the last newline
	}
	shown := make(map[int]bool)
	for _, s := range spots {
		if s.Line < 1 || s.Line > len(all) {
			continue // the file is not what it was
		}
		last := min(max(s.Line, s.EndLine), s.Line+maxMarked-1)
		for n := max(1, s.Line-around); n <= min(last+around, len(all)); n++ {
			shown[n] = true
		}
	}
	var out []Line
	before := 0
	for n := 1; n <= len(all); n++ {
		if !shown[n] {
			continue
		}
		line := Line{Number: n, After: n != before+1}
		before = n
		text := strings.TrimSuffix(all[n-1], "\r")
		line.Parts = parts(text, n, spots)
		for _, s := range spots {
			line.Inside = line.Inside || s.Mark == Primary && s.Line < n && n <= s.EndLine
			if s.Line != n {
				continue
			}
			if s.Step > 0 {
				line.Steps = append(line.Steps, s.Step)
			}
			if note := (Note{s.Note, s.Mark}); s.Note != "" && !slices.Contains(line.Notes, note) {
				line.Notes = append(line.Notes, note)
			}
		}
		out = append(out, line)
	}
	return out
}

// parts cuts a line where marks begin and end. Where marks overlap the one that
// comes first in the spots wins.
func parts(text string, n int, spots []Spot) []Part {
	short := text
	if len(short) > maxColumns {
		short = short[:maxColumns]
		for len(short) > 0 && !utf8.RuneStart(text[len(short)]) {
			short = short[:len(short)-1]
		}
	}
	type span struct {
		from, to int
		mark     string
	}
	var spans []span
	for _, s := range spots {
		from, to, ok := s.on(n, text)
		from, to = min(from, len(short)), min(to, len(short))
		if s.Mark == "" || !ok || from >= to || slices.ContainsFunc(spans, func(x span) bool { return from < x.to && x.from < to }) {
			continue
		}
		spans = append(spans, span{from, to, s.Mark})
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	var out []Part
	add := func(text, mark string) {
		if text != "" {
			out = append(out, Part{text, mark})
		}
	}
	at := 0
	for _, s := range spans {
		add(short[at:s.from], "")
		add(short[s.from:s.to], s.mark)
		at = s.to
	}
	add(short[at:], "")
	if len(short) < len(text) {
		add(" …", "")
	}
	return out
}

// on returns which bytes of line n a spot marks: of its first line alone.
func (s Spot) on(n int, text string) (from, to int, ok bool) {
	if s.Column < 1 || n != s.Line {
		return 0, 0, false
	}
	from = min(s.Column-1, len(text))
	switch {
	case s.EndLine > s.Line:
		return from, len(text), true
	case s.EndLine == s.Line && s.EndColumn > s.Column:
		return from, min(s.EndColumn-1, len(text)), true
	case strings.HasPrefix(text[from:], "("), strings.HasPrefix(text[from:], "["):
		// The place of a call or an index expression: what is called says more.
		return len(strings.TrimRightFunc(text[:from], letter)), from, true
	}
	return from, from + word(text[from:]), true
}

// word returns how long the word is that a text begins with: where nothing is
// known of an end, a mark is of that, or of one character.
func word(text string) int {
	if n := strings.IndexFunc(text, func(r rune) bool { return !letter(r) }); n >= 0 {
		return max(n, 1)
	}
	return len(text)
}

func letter(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
