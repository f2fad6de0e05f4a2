package gates

import (
	"context"
	"errors"
)

func run(context.Context, Options) ([]Row, error) {
	return nil, errors.New("gates: not yet implemented")
}
