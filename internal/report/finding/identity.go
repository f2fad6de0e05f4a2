package finding

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"regexp"
)

// An Identity is what stays of a finding when lines move: the same defect in
// another commit has the same one. Equal findings of a function share it.
type Identity struct {
	Check    string `json:"check"`
	Rule     string `json:"rule"`
	Function string `json:"function"`
	Shape    string `json:"shape"`
}

// place is "file.go:12:3" in a message.
var place = regexp.MustCompile(`[\w./-]+\.go:\d+(:\d+)?`)

// Identity returns the finding's. Where an analyzer does not say what it
// marked, the message stands in, without the places in it.
func (f Finding) Identity() Identity {
	id := Identity{f.Check, f.Category, f.Function, f.Shape}
	if id.Function == "" {
		id.Function = f.PackageID
	}
	id.Shape = cmp.Or(id.Shape, place.ReplaceAllString(f.Message, "_"))
	return id
}

// Fingerprint returns the identity as hexadecimal digits; n tells findings of
// one identity apart, from 0.
func (id Identity) Fingerprint(n int) string {
	h := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s\x00%s\x00%d", id.Check, id.Rule, id.Function, id.Shape, n))
	return fmt.Sprintf("%x", h[:16])
}
