package main

type Box struct{ side int }

func area(box *Box) int { return box.side * box.side }

func main() {
	box := Box{2}
	println(area(box))
}
