// Package errors is the twin of apimachinery's api/errors.
package errors

import (
	"errors"
	"fmt"
)

type expired struct{ message string }

func (e expired) Error() string { return e.message }

// NewResourceExpired is 410 Expired.
func NewResourceExpired(message string) error { return expired{message} }

// IsResourceExpired reports whether an error is 410 Expired.
func IsResourceExpired(err error) bool { return errors.As(err, &expired{}) }

type missing struct{ kind, name string }

func (m missing) Error() string { return fmt.Sprintf("%s %q not found", m.kind, m.name) }

// Missing is 404 NotFound.
func Missing(kind, name string) error { return missing{kind, name} }

// IsConflict reports whether an error is 409 Conflict. No twin writes, so that there
// is none.
func IsConflict(error) bool { return false }

// IsNotFound reports whether an error is 404 NotFound.
func IsNotFound(err error) bool { return errors.As(err, &missing{}) }
