package prove

import (
	"bytes"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/proof/scenario"
)

// HTML is the report as a page that needs nothing else: the table, and the
// simplest violating execution of each scenario as a drawing.
func (r *Report) HTML() []byte {
	type line struct {
		*Row
		Newest               int
		Before37, After37    *scenario.Result
		Others               string
		Gated                []string
		Drawing              template.HTML
		ID, Trace, Violation string
	}
	newest := slices.Max(scenario.Minors)
	var lines []line
	for _, row := range r.Rows {
		newest := row.newest()
		l := line{Row: row, Newest: newest, Before37: at(row.Before, newest), After37: at(row.After, newest), ID: strings.ReplaceAll(row.Scenario, "/", "-")}
		var others []string
		for _, x := range row.Before {
			if x.Minor == newest {
				continue
			}
			text := fmt.Sprintf("0.%d: %d of %d", x.Minor, x.Violating, x.Classes)
			if a := at(row.After, x.Minor); a != nil {
				text += fmt.Sprintf(" → %d of %d", a.Violating, a.Classes)
			}
			others = append(others, text)
		}
		l.Others = strings.Join(others, "; ")
		for _, g := range r.gated(row.Scenario) {
			switch {
			case g.Skipped:
				l.Gated = append(l.Gated, fmt.Sprintf("%s: skipped: %s", g.Version, g.Note))
			default:
				text := fmt.Sprintf("%s, %s: %d of %d", g.Version, g.Bound, g.ViolationsBefore, g.SchedulesBefore)
				if g.HasFix {
					text += fmt.Sprintf(" → %d of %d", g.ViolationsAfter, g.SchedulesAfter)
				}
				l.Gated = append(l.Gated, text)
			}
		}
		if w := row.Witness; w != nil {
			// The drawing is ours: trace.SVG escapes what comes from programs.
			l.Drawing, l.Trace, l.Violation = template.HTML(w.SVG), w.Text, w.Kind+": "+firstLine(w.Msg)
		}
		lines = append(lines, l)
	}
	var b bytes.Buffer
	if err := page.Execute(&b, map[string]any{
		"Lines": lines, "Records": strings.Join(r.Records, ", "), "OK": r.OK(), "Failures": r.Failures, "Newest": newest,
	}); err != nil {
		fmt.Fprintf(&b, "<p>%s</p>", template.HTMLEscapeString(err.Error()))
	}
	return b.Bytes()
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

var page = template.Must(template.New("page").Parse(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>informerlint: bounded exploration of reported programs and their fixes</title>
<style>
body { font: 14px/1.4 sans-serif; margin: 2em; max-width: 110em; }
table { border-collapse: collapse; }
th, td { border: 1px solid #ccc; padding: 2px 8px; text-align: left; vertical-align: top; }
td.n { text-align: right; }
tr.bad td { background: #ffdcdc; }
small { color: #555; }
details { margin: 1em 0; }
div.drawing { overflow-x: auto; border: 1px solid #ddd; }
</style>
</head>
<body>
<h1>Reported programs and their fixes, explored</h1>
<p>{{if .OK}}Every line is as it has to be.{{else}}<strong>Not every line is as it has to be.</strong>{{end}}
A line is one program below testdata that a check reports, run on the reference informer runtime in all executions up to the order of independent steps
(execution classes), as it is and as the check's own fix leaves it. Numbers are classes that violate the property, of all in the worlds that are named.
They are about these programs and worlds and no others. Recorded from unmodified client-go, and compared with the runtime by the tests of conform: {{.Records}}.</p>
{{range .Failures}}<p><strong>{{.}}</strong></p>{{end}}
<table>
<tr><th>check</th><th>rule</th><th>scenario</th><th>before (0.{{.Newest}})</th><th>after the fix</th><th>other profiles</th><th>real client-go with gates</th></tr>
{{range .Lines}}<tr{{if not .OK}} class="bad"{{end}}><td>{{.Check}}</td><td>{{.Rule}}</td><td><a href="#{{.ID}}">{{.Scenario}}</a></td>
<td class="n">{{with .Before37}}{{.Violating}} of {{.Classes}}{{end}}</td>
<td class="n">{{if .NoFix}}<small>no fix: {{.NoFix}}</small>{{else}}{{with .After37}}{{.Violating}} of {{.Classes}}{{end}}{{end}}</td>
<td><small>{{.Others}}</small></td><td><small>{{range .Gated}}{{.}}<br>{{end}}</small></td></tr>
{{end}}</table>
{{range .Lines}}<h2 id="{{.ID}}">{{.Scenario}}</h2>
<p>{{.Check}}/{{.Rule}}. Property: {{.Property}}. World: {{.Bound}}.{{if .At}} The report is at {{.At}}.{{end}}</p>
{{range .Failures}}<pre><strong>{{.}}</strong></pre>{{end}}
{{if .Drawing}}<p>Simplest violating execution that was found: {{.Violation}}</p>
<div class="drawing">{{.Drawing}}</div>
<details><summary>as text</summary><pre>{{.Trace}}</pre></details>{{end}}
{{end}}
<h2>Not modelled</h2>
<p>HTTP and authentication, several API servers and lagging watch caches, bookmarks, resyncs, namespaces and other options of factories, lists that come as a stream,
memory models weaker than sequential consistency (races are reported), a crash of the process. A range over a map goes by the order of its keys.</p>
</body>
</html>
`))
