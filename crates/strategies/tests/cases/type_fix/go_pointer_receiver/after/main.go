package main

import "fmt"

type Counter struct{ n int }

func (c *Counter) Add() { c.n++ }

func (c Counter) Total() int { return c.n }

type Adder interface{ Add() }

func twice(adder Adder) {
	adder.Add()
	adder.Add()
}

func main() {
	counter := Counter{}
	twice(&counter)
	fmt.Println(counter.Total())
}
