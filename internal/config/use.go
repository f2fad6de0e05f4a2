package config

// given is what Use was told.
var given *Config

// Use makes all packages that have a config have this one, whatever files
// there are. It is for drivers with settings of their own, and has to come
// before any analysis; nil makes the files count again.
func Use(c *Config) { given = c }
