package page

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed" // the style, the script and the template
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"path"
	"slices"
	"strings"
	"unicode"
)

//go:embed page.css
var style string

//go:embed page.js
var script string

//go:embed page.tmpl
var text string

// parsed is the template. It is parsed when a page is written: go vet runs the
// command for each package, and never writes one.
func parsed() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"md": markdown, "count": count, "slashes": slashes,
	}).Parse(text))
}

// Write writes a page.
func Write(w io.Writer, p Page) error {
	v := view{
		Page: p, CSS: template.CSS(style), JS: template.JS(script),
		Policy: "default-src 'none'; base-uri 'none'; form-action 'none'; style-src " + source(style) + "; script-src " + source(script),
	}
	n := 0
	if p.Examples {
		v.Shown = inOrder(p.Findings, &n)
	} else {
		v.Shown = grouped(p.Findings, &n)
	}
	v.Hidden = inOrder(p.Suppressed, &n)
	for _, f := range p.Findings {
		v.Checks = add(v.Checks, f.Check)
		v.Rules = add(v.Rules, f.rule())
		v.Severities = add(v.Severities, f.Severity)
		v.files = add(v.files, f.File)
		if f.Run != nil {
			v.Runs++
		}
		if f.Fix != nil {
			v.Fixes++
		}
	}
	slices.SortFunc(v.Severities, func(a, b string) int { return cmp.Compare(grave(a), grave(b)) })
	slices.Sort(v.Checks)
	slices.Sort(v.Rules)
	v.Files = len(v.files)
	var b bytes.Buffer
	if err := parsed().Execute(&b, v); err != nil {
		return err
	}
	_, err := io.WriteString(w, visible(b.String()))
	return err
}

// source is how a content security policy names a style or script.
func source(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func grave(severity string) int { return slices.Index([]string{"error", "warning", "note"}, severity) }

func add(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// A view is a page as the template wants it.
type view struct {
	Page
	CSS                       template.CSS
	JS                        template.JS
	Policy                    string
	Shown, Hidden             []group
	Checks, Rules, Severities []string
	Runs, Fixes, Files        int

	files []string
}

// A group has the findings of a check.
type group struct {
	Name  string
	Count int
	Files []fileGroup
}

type fileGroup struct {
	Name  string
	Items []item
}

// An item is a finding as the template wants it.
type item struct {
	Finding
	ID    string
	Short string // the file's name in the table of contents
	Lanes []lane
	Rows  []row
	Lines []sourceView
	Diff  []diffLine

	FailsAt int // the step of the run, 0 if there is none
}

// A row is a step in its lane.
type row struct {
	Step
	N     int
	Cells []bool // which lane it is in; empty if in none
	Place string
	Link  string // the id of the line, "" if it is not shown
	Fails bool
}

type sourceView struct {
	ID, Name string
	Lines    []lineView
	Widest   int // the most steps at one line, at most 4
}

type lineView struct {
	Line
	ID string
}

// Rule returns the finding's CHECK/RULE.
func (i item) RuleName() string { return i.rule() }

// grouped puts findings below their check and file, and leaves their order.
func grouped(found []Finding, n *int) []group {
	found = slices.Clone(found)
	slices.SortStableFunc(found, func(a, b Finding) int { return cmp.Compare(a.Check, b.Check) })
	var out []group
	for _, f := range found {
		i := slices.IndexFunc(out, func(g group) bool { return g.Name == f.Check })
		if i < 0 {
			i = len(out)
			out = append(out, group{Name: f.Check})
		}
		g := &out[i]
		g.Count++
		j := slices.IndexFunc(g.Files, func(x fileGroup) bool { return x.Name == f.File })
		if j < 0 {
			j = len(g.Files)
			g.Files = append(g.Files, fileGroup{Name: f.File})
		}
		g.Files[j].Items = append(g.Files[j].Items, newItem(f, n))
	}
	for _, g := range out {
		dir := path.Dir(g.Files[0].Name) + "/"
		for _, x := range g.Files {
			for !strings.HasPrefix(x.Name, dir) {
				dir = dir[:strings.LastIndex(strings.TrimSuffix(dir, "/"), "/")+1]
			}
		}
		for _, x := range g.Files {
			for i := range x.Items {
				x.Items[i].Short = strings.TrimPrefix(x.Name, dir)
			}
		}
	}
	return out
}

// slashes lets a browser break a file's name where it would be read.
func slashes(name string) template.HTML {
	return template.HTML(strings.ReplaceAll(template.HTMLEscapeString(name), "/", "/<wbr>"))
}

// inOrder makes a group of its own of each rule or finding.
func inOrder(found []Finding, n *int) []group {
	var out []group
	for _, f := range found {
		out = append(out, group{Name: f.rule(), Count: 1, Files: []fileGroup{{f.File, []item{newItem(f, n)}}}})
	}
	return out
}

func newItem(f Finding, n *int) item {
	*n++
	it := item{Finding: f, ID: fmt.Sprintf("f%d", *n)}
	if !strings.HasPrefix(it.URL, "https://") {
		it.URL = ""
	}
	type place struct {
		file string
		line int
	}
	ids := make(map[place]string)
	for i, s := range f.Sources {
		v := sourceView{ID: fmt.Sprintf("%ss%d", it.ID, i+1), Name: s.File}
		for _, l := range s.Lines {
			id := fmt.Sprintf("%sl%d", v.ID, l.Number)
			ids[place{s.File, l.Number}] = id
			v.Widest = max(v.Widest, min(len(l.Steps), 4))
			v.Lines = append(v.Lines, lineView{l, id})
		}
		it.Lines = append(it.Lines, v)
	}
	if f.Run != nil {
		it.Lanes, it.FailsAt = f.Run.lanes(), f.Run.Fails
		short := f.Run.shortNames()
		for i, s := range f.Run.Steps {
			r := row{Step: s, N: i + 1, Place: s.Where, Link: ids[place{s.File, s.Line}], Fails: i+1 == f.Run.Fails}
			if s.File != "" {
				r.Place = fmt.Sprintf("%s:%d", short[s.File], s.Line)
			}
			if s.Thread != "" {
				for _, l := range it.Lanes {
					r.Cells = append(r.Cells, l.Name == s.Thread)
				}
			}
			it.Rows = append(it.Rows, r)
		}
	}
	if f.Fix != nil {
		for _, diff := range f.Fix.Diffs {
			it.Diff = append(it.Diff, diffLines(diff)...)
		}
	}
	return it
}

// A diffLine is a line of a diff, and what it is.
type diffLine struct{ Kind, Text string }

// diffLines splits the difference of one file, whose first two lines name it.
func diffLines(diff string) []diffLine {
	var out []diffLine
	for line := range strings.Lines(diff) {
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		kind := ""
		switch {
		case len(out) < 2:
			kind = "name"
		case strings.HasPrefix(line, "@@"):
			kind = "hunk"
		case strings.HasPrefix(line, "+"):
			kind = "add"
		case strings.HasPrefix(line, "-"):
			kind = "del"
		}
		out = append(out, diffLine{kind, line})
	}
	return out
}

// visible makes a page fit to be shown: valid, and without characters that change
// how others are read.
func visible(text string) string {
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(text, "\uFFFD") {
		if hidden(r) {
			fmt.Fprintf(&b, "\\u%04x", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// hidden: a character that is not seen, but turns the direction of the text
// around it, or controls a terminal.
func hidden(r rune) bool {
	return unicode.Is(unicode.Bidi_Control, r) || unicode.IsControl(r) && r != '\t' && r != '\n'
}
