package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"

	"github.com/informerlint/informerlint/internal/config"
)

// vetVersion answers go vet's question -V=full. The go command keeps results
// by the answer, which so is a hash of this binary, as in other tools, and of
// the config file that holds where go vet was started: a change of the file is
// a change of the tool. Files further down are not seen.
//
// The form, and that "devel" demands a build ID, is that of cmd/go's toolID.
func vetVersion(s streams) int {
	h := sha256.New()
	err := hashBinary(h)
	if err == nil {
		err = hashConfig(h)
	}
	if err != nil {
		return fail(s, err)
	}
	fmt.Fprintf(s.out, "informerlint version devel buildID=%x\n", h.Sum(nil))
	return exitClean
}

func hashBinary(w io.Writer) error {
	name, err := os.Executable()
	if err != nil {
		return err
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}

// hashConfig adds the text of the config file. Its path is left out, so that
// machines with another one can share results; what is wrong in the file is
// said by the analysis.
func hashConfig(w io.Writer) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	name := config.Nearest(dir)
	if name == "" {
		return nil
	}
	text, err := os.ReadFile(name)
	fmt.Fprintf(w, "\x00config %d %v\x00%s", len(text), err != nil, text)
	return nil
}
