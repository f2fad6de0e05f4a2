package meta

type Object interface{ GetName() string }

func Accessor(obj any) (Object, error)
