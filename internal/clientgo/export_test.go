package clientgo

// The tables, for the test that what they name exists.
var (
	Runners    = runners
	Holders    = holders
	NoReturns  = noReturn
	AwaitNames = awaits
)
