package page

import (
	"html/template"
	"regexp"
	"strings"
)

// This file turns the Markdown of the checks' own texts into HTML: code,
// emphasis and links, which is all that they use.

var (
	codeMark   = regexp.MustCompile("`([^`]+)`")
	strongMark = regexp.MustCompile(`\*\*([^*]+)\*\*`)
	emMark     = regexp.MustCompile(`\*([^*\s][^*]*)\*`)
	linkMark   = regexp.MustCompile(`\[([^\]]+)\]\(([^()\s]+)\)`)
)

// docs is where links between the pages of docs/checks lead.
const docs = "https://github.com/informerlint/informerlint/blob/main/docs/checks/"

// markdown returns a text as HTML. Everything is escaped first, so that what is
// not a mark is text.
func markdown(text string) template.HTML {
	var b strings.Builder
	// What is between two code marks is code, whatever else it looks like.
	at := 0
	for _, m := range codeMark.FindAllStringSubmatchIndex(text, -1) {
		b.WriteString(prose(text[at:m[0]]))
		b.WriteString("<code>" + template.HTMLEscapeString(text[m[2]:m[3]]) + "</code>")
		at = m[1]
	}
	b.WriteString(prose(text[at:]))
	return template.HTML(b.String()) // escaped piece by piece
}

func prose(text string) string {
	text = template.HTMLEscapeString(text)
	text = linkMark.ReplaceAllStringFunc(text, func(link string) string {
		m := linkMark.FindStringSubmatch(link)
		to := m[2]
		switch {
		case strings.HasPrefix(to, "https://"):
		case strings.Contains(to, ":"):
			return link // another scheme
		default:
			to = docs + to
		}
		return `<a href="` + to + `">` + m[1] + `</a>`
	})
	text = strongMark.ReplaceAllString(text, "<strong>$1</strong>")
	return emMark.ReplaceAllString(text, "<em>$1</em>")
}
