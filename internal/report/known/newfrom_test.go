package known

import (
	"path/filepath"
	"testing"
)

func TestParseDiff(t *testing.T) {
	ch := parseDiff("/r", []byte(`diff --git a/a.go b/a.go
--- a/a.go
+++ b/a.go
@@ -3 +3,2 @@ func f()
-old
+++ b/not a header
+new
@@ -10,2 +11,0 @@
-a
--- b
@@ -20,0 +21 @@
+x
diff --git a/b c.go b/b c.go
--- a/b c.go	
+++ b/b c.go	
@@ -1 +1 @@
-a
+b
diff --git a/gone.go b/gone.go
--- a/gone.go
+++ /dev/null
@@ -1 +0,0 @@
-a
`))
	want := changes{filepath.FromSlash("/r/a.go"): {{3, 4}, {21, 21}}, filepath.FromSlash("/r/b c.go"): {{1, 1}}}
	if len(ch) != len(want) {
		t.Errorf("%v", ch)
	}
	for name, spans := range want {
		got := ch[name]
		if len(got) != len(spans) || got[0] != spans[0] || got[len(got)-1] != spans[len(spans)-1] {
			t.Errorf("%s: %v, want %v", name, got, spans)
		}
	}
}
