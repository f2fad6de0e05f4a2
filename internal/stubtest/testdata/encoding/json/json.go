// Package json has what the programs need of encoding/json.
package json

func Marshal(v any) ([]byte, error)

func Unmarshal(data []byte, v any) error

type Decoder struct{}

func (*Decoder) Decode(v any) error
