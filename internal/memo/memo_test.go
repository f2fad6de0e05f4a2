package memo_test

import (
	"slices"
	"testing"

	"github.com/informerlint/informerlint/internal/memo"
)

// What was used last stays; what was not is made again.
func TestMemo(t *testing.T) {
	m := memo.Memo[int]{Size: 2}
	var made []string
	get := func(key string) {
		if got := m.Get(key, func() int { made = append(made, key); return len(key) }); got != len(key) {
			t.Errorf("%s: %d", key, got)
		}
	}
	for _, key := range []string{"a", "bb", "a", "ccc", "a", "bb"} {
		get(key)
	}
	// bb made room for ccc, for a had been used since, and came back for it.
	if want := []string{"a", "bb", "ccc", "bb"}; !slices.Equal(made, want) {
		t.Errorf("made %q, want %q", made, want)
	}
}
