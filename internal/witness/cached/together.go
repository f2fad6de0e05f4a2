package cached

import (
	"slices"

	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/gate"
)

// Together makes one claim of those of a rule that are about one place, if each of
// them has fixes: Add and Update that call one helper are one bug, and are mended at
// once or not at all. The cases are those of this package.
func Together(claims []gate.Claim, rule string) (out []gate.Claim) {
	for _, c := range claims {
		i := slices.IndexFunc(out, func(o gate.Claim) bool {
			return c.Place != "" && o.Place == c.Place && o.Rule == rule && c.Rule == rule && len(c.Fixes) > 0 && len(o.Fixes) == len(c.Fixes)
		})
		if i < 0 || !shown(c) || !shown(out[i]) {
			out = append(out, c)
			continue
		}
		first := out[i].Case.(*Case)
		first.Also = append(first.Also, c.Case.(*Case))
		out[i].Relate(c.Pos, c.Too)
		for k := range c.Fixes {
			out[i].Fixes[k].TextEdits = fix.Merge(out[i].Fixes[k].TextEdits, c.Fixes[k].TextEdits...)
		}
	}
	return out
}

func shown(c gate.Claim) bool {
	w, _ := c.Case.Witness()
	return w != nil
}
