// Package tell puts what a program did on the reference runtime into the words
// of a witness.
package tell

import (
	"fmt"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/reference/explore"
)

// Lines are the user's lines that the steps of a program stand at.
type Lines struct {
	sites []site
	index map[string]int // by where
}

type site struct {
	pos   token.Pos
	where string
}

// Site names a line for package sched; "" if it is not known.
func (l *Lines) Site(pos token.Pos, where string) string {
	if where == "" {
		return ""
	}
	i, ok := l.index[where]
	if !ok {
		i = len(l.sites)
		l.sites = append(l.sites, site{pos, where})
		if l.index == nil {
			l.index = make(map[string]int)
		}
		l.index[where] = i
	}
	return "#" + strconv.Itoa(i)
}

// Others is a line where others may do something: what they were handed there
// lets them.
func Others(site string) string {
	if site == "" {
		return ""
	}
	return site + "?"
}

// Run tells a failing run step by step: what the program does, and of the rest
// what explains it. The first step is the API server's.
func (l *Lines) Run(t *explore.Trace) *report.Witness {
	w := &report.Witness{}
	for _, f := range t.Failures {
		w.Property, w.Fails = f.Msg, f.Step
	}
	for i, e := range t.Events {
		step := report.Step{Thread: t.Threads[e.Thread], Text: e.Text}
		if i == 0 {
			step.Thread = "the API server"
		} else if len(e.Notes) > 0 {
			step.Text += ": " + strings.Join(e.Notes, "; ")
		}
		if n, ok := strings.CutPrefix(e.Site, "#"); ok {
			n, others := strings.CutSuffix(n, "?")
			if others {
				step.Text = "others may: " + step.Text
			}
			if i, err := strconv.Atoi(n); err == nil && i < len(l.sites) {
				step.Pos, step.Where = l.sites[i].pos, l.sites[i].where
			}
		}
		if step.Thread == "main" {
			step.Thread = "" // the frame around the program
		}
		w.Steps = append(w.Steps, step)
	}
	return w
}

// Where is a line of the user's, for people; "" for none.
func Where(p token.Position) string {
	if !p.IsValid() {
		return ""
	}
	return fmt.Sprintf("%s:%d", filepath.Base(p.Filename), p.Line)
}
