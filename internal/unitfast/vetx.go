package unitfast

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"
)

// A vetx file is what a tool leaves for the packages that import the one it
// looked at: 4 bytes of magic, the lengths of two parts as 32-bit
// little-endian numbers, then the parts. The first is the package's types, in
// the format of gcexportdata.Write without its leading 'i'; the second is the
// facts, empty if there are none, otherwise one gob-encoded []gobFact.
//
// It is private to golang.org/x/tools/go/analysis/unitchecker (source:
// readVetxFile and writeVetxFile of v0.52.0, and internal/facts), which is why
// this package works only with the version in known, and why a test reads what
// unitchecker writes and has it read what is written here.
const (
	vetxMagic  = "vetx"
	vetxHeader = 12
)

// known is the version of x/tools whose vetx files this package can read and
// write. Built with another, it does nothing, and the driver does all.
const known = "v0.52.0"

var errVetx = errors.New("not in the known format")

// A vetx is one file: its sizes, and its facts.
type vetx struct {
	types int
	facts []byte
}

// readVetx reads the sizes and the facts of a vetx file. The types, which may
// be large, stay where they are.
func readVetx(name string) (*vetx, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() // only read
	var header [vetxHeader]byte
	if _, err := io.ReadFull(f, header[:]); err != nil {
		return nil, fmt.Errorf("%s: %w", name, errVetx)
	}
	nTypes, nFacts := binary.LittleEndian.Uint32(header[4:]), binary.LittleEndian.Uint32(header[8:])
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if string(header[:4]) != vetxMagic || st.Size() != vetxHeader+int64(nTypes)+int64(nFacts) {
		return nil, fmt.Errorf("%s: %w", name, errVetx)
	}
	v := &vetx{types: int(nTypes)}
	if nFacts > 0 {
		v.facts = make([]byte, nFacts)
		if _, err := f.ReadAt(v.facts, vetxHeader+int64(nTypes)); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// has reports whether the facts hold one of the types. gob spells a pointer
// type the way reflect does, and the name is in the bytes once for each type.
// That a name is there by accident would only cost time.
func (v *vetx) has(facts []analysis.Fact) bool {
	for _, f := range facts {
		if len(v.facts) > 0 && bytes.Contains(v.facts, []byte(reflect.TypeOf(f).String())) {
			return true
		}
	}
	return false
}

// writeVetx writes a vetx file.
func writeVetx(name string, types, facts []byte) error {
	data := make([]byte, vetxHeader, vetxHeader+len(types)+len(facts))
	copy(data, vetxMagic)
	binary.LittleEndian.PutUint32(data[4:], uint32(len(types)))
	binary.LittleEndian.PutUint32(data[8:], uint32(len(facts)))
	return os.WriteFile(name, append(append(data, types...), facts...), 0o666)
}

// gobFact is what unitchecker encodes for each fact: gob goes by the names of
// the fields.
type gobFact struct {
	PkgPath string
	Object  objectpath.Path
	Fact    analysis.Fact
}

// encodeFacts encodes package facts of one package.
func encodeFacts(path string, facts []analysis.Fact) ([]byte, error) {
	all := make([]gobFact, len(facts))
	for i, f := range facts {
		gob.Register(f)
		all[i] = gobFact{PkgPath: path, Fact: f}
	}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(all); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
