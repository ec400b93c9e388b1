package main

import "fmt"

type Shape interface {
	Perimeter() float64
	Scale(factor float64)
}

type Square struct{ side float64 }

func (s *Square) Perimeter() float64 { return 4 * s.side }

func (s *Square) Scale(factor float64) { s.side *= factor }

func outline(shapes ...Shape) float64 {
	sum := 0.0
	for _, shape := range shapes {
		shape.Scale(2)
		sum += shape.Perimeter()
	}
	return sum
}

func main() {
	fmt.Println(outline(&Square{side: 2}))
}
