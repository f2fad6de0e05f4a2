package suite

import "testing"

func it(text string, do func()) bool {
	specs[text] = do
	do()
	return true
}

var specs = make(map[string]func())

var _ = it("makes a server", func() { New(nil) })

func TestSpecs(t *testing.T) {
	if len(specs) != 1 {
		t.Errorf("there are %d specs", len(specs))
	}
}
