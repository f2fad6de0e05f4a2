package prove

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/informerlint/informerlint/proof/scenario"
)

// enough is the number of runs above which a world is too large for a row.
const enough = 6000

// Worlds prints the numbers of classes of the programs in each world that their
// scenarios could have, under the newest version: to choose one.
func Worlds(ctx context.Context, o Options, out io.Writer) error {
	list := o.scenarios()
	m, err := o.open(list)
	if err != nil {
		return err
	}
	w, err := newWorkshop(o.Root, m)
	if err != nil {
		return err
	}
	defer w.close()
	tw := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	var requests []scenario.Request
	for i, s := range list {
		row := &Row{}
		some, _ := row.requests(w, s, fmt.Sprintf("s%03d", i), minorsOf(s, scenario.Minors)[:1])
		for _, f := range row.Failures {
			fmt.Fprintf(tw, "FAIL %s: %s\n", s.Name(), f)
		}
		for _, q := range some {
			for _, ladder := range scenario.Ladders(s) {
				q.Ladder, q.MaxRuns, q.Trace, q.Compare = ladder, enough, false, false
				requests = append(requests, q)
			}
		}
	}
	if err := w.build(ctx); err != nil {
		return err
	}
	i := 0
	err = w.inOrder(ctx, requests, func(r scenario.Response) error {
		q := requests[i]
		i++
		what := "before"
		if q.Goals != nil {
			what = "after"
		}
		for at, x := range r.Results {
			fmt.Fprintf(tw, "%s\t%s\t%s\t%d of %d classes\t%d runs\t%s\t%q %q\n", q.Name, what, q.Ladder[at], x.Violating, x.Classes, x.Runs, x.Why, x.Messages, x.Missing)
		}
		if r.Error != "" {
			fmt.Fprintf(tw, "FAIL %s: %s\n", q.Name, r.Error)
		}
		return tw.Flush()
	})
	return err
}
