// Package page drives what informerlint -format html writes in a real browser.
// It has tests alone; it is a module of its own because of what drives the
// browser.
package page
