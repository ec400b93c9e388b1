package main

type point struct{ left int }

func main() {
	p := point{left: 1}
	println(p.lft)
}
