package page

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/informerlint/informerlint/internal/report/page"
)

const shown = `[...document.querySelectorAll("article")].filter(a => a.checkVisibility())`

// Findings of the programs of testdata, looked through as a user would.
func TestFindings(t *testing.T) {
	b := open(t, made(t, 1, "-C", "testdata", "-format", "html", "./startorder/...", "./goroutinestart/...", "./tombstone/dropped/..."))
	b.dark(false)
	all := js[int](b, shown+".length")
	if all < 30 {
		t.Fatalf("%d findings", all)
	}
	count := `document.querySelector("[role=status]").textContent`
	b.shot("light-1400")

	b.part("filters", func(t *testing.T) {
		choose := func(id, value string) {
			b.run(`(() => { const s = document.getElementById("` + id + `"); s.value = "` + value + `"; s.dispatchEvent(new Event("input", {bubbles: true})); })()`)
		}
		choose("by-check", "tombstone")
		want(b, shown+`.every(a => a.dataset.check === "tombstone")`, true)
		some := js[int](b, shown+".length")
		if some == 0 || some == all {
			t.Errorf("%d of %d findings are of tombstone", some, all)
		}
		want(b, count+`.startsWith("`+js[string](b, `String(`+shown+`.length)`)+` of ")`, true)
		choose("by-rule", "tombstone/dropped")
		want(b, shown+`.every(a => a.dataset.rule === "tombstone/dropped")`, true)
		b.do(chromedp.Click(chromedp.CSS("#clear")))
		want(b, shown+".length", all)
		b.do(chromedp.Click(chromedp.CSS("#search")))
		b.press("ERRGROUP/main")
		want(b, shown+`.length > 0 && `+shown+`.every(a => a.textContent.includes("errgroup/main.go"))`, true)
		b.press("-no such file")
		want(b, shown+".length", 0)
		want(b, `document.getElementById("nothing").checkVisibility()`, true)
		want(b, count+`.startsWith("0 of ")`, true)
		b.press("\x1b")
		want(b, `document.activeElement === document.body`, true)
		b.do(chromedp.Click(chromedp.CSS("#clear")))
	})

	b.part("keys", func(t *testing.T) {
		focus := "document.activeElement.id"
		b.press("j")
		want(b, focus, "f1")
		b.press("jj")
		want(b, focus, "f3")
		want(b, `document.querySelector("nav [aria-current]").hash`, "#f3")
		want(b, `(r => r.top >= document.querySelector(".top").getBoundingClientRect().bottom && r.top < innerHeight / 2)(document.activeElement.getBoundingClientRect())`, true)
		want(b, `getComputedStyle(document.activeElement).outlineStyle`, "solid")
		b.press("k")
		want(b, focus, "f2")
		// Not every finding has a fix; n more of them until the next that has.
		n := js[int](b, shown+`.slice(1).findIndex(a => a.querySelector("details.fix"))`)
		if n < 0 {
			t.Fatal("no finding has a fix")
		}
		b.press(strings.Repeat("j", n))
		want(b, focus, fmt.Sprintf("f%d", 2+n))
		open := `document.activeElement.querySelector("details.fix").open`
		want(b, open, true)
		b.press("f")
		want(b, open, false)
		b.press("f")
		want(b, open, true)
		b.press("/")
		want(b, focus, "search")
		b.press("j") // is a letter here
		want(b, `document.getElementById("search").value`, "j")
		b.do(chromedp.Click(chromedp.CSS("#clear")))
		b.press("\x1b")
		b.run("document.activeElement.blur()")
		b.press("?")
		want(b, `document.getElementById("help").open`, true)
		b.shot("help")
		b.press("\x1b")
		want(b, `document.getElementById("help").open`, false)
	})

	b.part("links", func(t *testing.T) {
		want(b, `[...document.querySelectorAll("a[href^='#']")].filter(a => !document.getElementById(a.hash.slice(1))).length`, 0)
		b.do(chromedp.Click(chromedp.CSS(".lanes a.loc")))
		want(b, `document.querySelector(".l:target").checkVisibility()`, true)
	})

	b.part("dark", func(t *testing.T) {
		bg := "getComputedStyle(document.body).backgroundColor"
		light := js[string](b, bg)
		b.dark(true)
		dark := js[string](b, bg)
		if light == dark {
			t.Errorf("light and dark are both %s", light)
		}
		want(b, `document.getElementById("theme").getAttribute("aria-pressed")`, "true")
		b.shot("dark-1400")
		b.do(chromedp.Click(chromedp.CSS("#theme")))
		want(b, bg, light)
		b.do(chromedp.Click(chromedp.CSS("#theme")))
		want(b, bg, dark)
		b.dark(false)
		want(b, bg, dark)
		b.press("d")
		want(b, bg, light)
	})

	b.part("width", func(t *testing.T) {
		for _, width := range []int64{360, 720, 1400} {
			b.fits(width)
			b.press("j")
			if width < 1400 {
				b.shot("light-" + map[int64]string{360: "360", 720: "720"}[width])
			}
		}
	})

	b.part("axe", func(*testing.T) { b.both("findings") })
	b.quiet()
}

// both looks at a page in light and in dark, wide and narrow.
func (b *tab) both(what string) {
	b.t.Helper()
	b.run(`delete document.documentElement.dataset.theme`)
	for _, dark := range []bool{false, true} {
		b.dark(dark)
		name := what + map[bool]string{false: ", light", true: ", dark"}[dark]
		b.fits(1400)
		b.accessible(name)
	}
	b.fits(360)
	b.accessible(what + ", narrow")
}

// On paper everything is there, and nothing to press.
func TestPrint(t *testing.T) {
	b := open(t, made(t, 1, "-C", "testdata", "-format", "html", "./startorder/late", "./startorder/chosen"))
	b.run(`for (const d of document.querySelectorAll("details")) d.open = false`)
	if pdf := b.paper(); !bytes.HasPrefix(pdf, []byte("%PDF")) {
		t.Error("no PDF")
	}
	b.media("print")
	want(b, `getComputedStyle(document.querySelector(".buttons")).display`, "none")
	want(b, `getComputedStyle(document.querySelector("nav")).display`, "none")
	want(b, `document.querySelector(".lanes").checkVisibility({contentVisibilityAuto: true}) && document.querySelector(".diff").getBoundingClientRect().height > 0`, true)
	b.quiet()
}

// The page of a check, with its counterexamples.
func TestExplain(t *testing.T) {
	b := open(t, made(t, 0, "explain", "tombstone", "-html"))
	b.dark(false)
	if n := js[int](b, shown+".length"); n < 5 {
		t.Errorf("%d counterexamples", n)
	}
	want(b, `document.getElementById("filters") === null`, true)
	b.shot("explain")
	b.press("j")
	want(b, `document.activeElement.id`, "f1")
	b.press("/")
	b.both("explain")
	b.quiet()
}

func TestNoFindings(t *testing.T) {
	b := open(t, made(t, 0, "-C", "testdata", "-format", "html", "./startorder/ok/again"))
	want(b, shown+".length", 0)
	want(b, `document.querySelector("main").textContent.includes("No findings")`, true)
	b.press("jkf?")
	b.press("\x1b")
	b.both("no findings")
	b.shot("none")
	b.quiet()
}

// What no program of testdata has: trouble, what is suppressed, and texts that
// want to be more than texts.
func TestStrangeTexts(t *testing.T) {
	evil := `</script></style><script>window.evil = 1</script><img src=x onerror="window.evil = 2">'"` + "\u202e"
	f := page.Finding{Check: "startorder", Rule: "late-registration", Severity: "error", File: evil + ".go", Line: 1, Column: 2, Message: evil, Symptom: evil, URL: "javascript:window.evil = 3",
		Sources: page.Sources([]page.Spot{{File: evil, Line: 1, Column: 1, Mark: page.Primary, Note: evil}}, func(string) []byte { return []byte(evil) }),
		Run:     &page.Run{Property: evil, Explored: evil, Fails: 1, Steps: []page.Step{{Thread: evil, Text: evil, Where: evil}, {Text: evil}}},
		Fix:     &page.Fix{Message: evil, Diffs: []string{"--- " + evil + "\n+++ " + evil + "\n@@ -1 +1 @@\n-" + evil + "\n+" + evil + "\n"}},
	}
	plain := page.Finding{Check: "waits", Rule: "bare", Severity: "note", File: "b.go", Line: 3, Message: "no run and no fix"}
	hidden := f
	hidden.Fix, hidden.Run, hidden.Comment = nil, nil, &page.Comment{Text: evil, Where: evil}
	var out bytes.Buffer
	if err := page.Write(&out, page.Page{Title: evil, Version: evil, Findings: []page.Finding{f, plain}, Suppressed: []page.Finding{hidden}, Trouble: []string{evil}}); err != nil {
		t.Fatal(err)
	}
	b := open(t, file(t, out.Bytes()))
	want(b, shown+".length", 3)
	want(b, `document.querySelectorAll("a[href^=javascript]").length`, 0)
	want(b, `document.querySelectorAll("img, body script:not(:last-of-type), body style").length`, 0)
	b.both("strange texts")
	b.shot("strange")
	want(b, `"evil" in window`, false)
	b.quiet()
}
