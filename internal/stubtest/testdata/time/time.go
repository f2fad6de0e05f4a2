// Package time has what the programs need of time.
package time

type Duration int64

const Second Duration = 1e9

func Sleep(d Duration)
func After(d Duration) <-chan int
func AfterFunc(d Duration, f func()) int
