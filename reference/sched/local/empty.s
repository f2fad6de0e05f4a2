// The package has a function without a body, which the compiler only accepts beside assembly.
