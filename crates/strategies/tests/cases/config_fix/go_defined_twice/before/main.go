package main

import "fmt"

// Shop sells things.
type Shop struct {
	name string
}

func (s *Shop) Name() string {
	return s.name
}

// Shop sells things.
type Shop struct {
	name string
}

func main() {
	shop := &Shop{name: "tea"}
	fmt.Println(shop.Name())
}
