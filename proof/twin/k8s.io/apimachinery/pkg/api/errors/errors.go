// Package errors is the twin of apimachinery's api/errors.
package errors

import "errors"

type expired struct{ message string }

func (e expired) Error() string { return e.message }

// NewResourceExpired is 410 Expired.
func NewResourceExpired(message string) error { return expired{message} }

// IsResourceExpired reports whether an error is 410 Expired.
func IsResourceExpired(err error) bool { return errors.As(err, &expired{}) }
