package order

// For the tests, which write stories by hand.
var (
	Right  = right
	Spoilt = spoilt
)
