package main

import "fmt"

type shape interface {
	area() float64
}

type square struct{ side float64 }

func (s square) area() float64 { return s.side * s.side }

func count(words []string) map[string]int {
	counts := map[string]int{}
	for _, word := range words {
		counts[word]++
	}
	return counts
}

func largest(shapes ...shape) (best shape, err error) {
	if len(shapes) == 0 {
		return nil, fmt.Errorf("no shapes")
	}
	best = shapes[0]
	for i := 1; i < len(shapes); i++ {
		if shapes[i].area() > best.area() {
			best = shapes[i]
		} else if shapes[i] == nil {
			continue
		}
	}
	return best, nil
}

func main() {
	words := []string{"a", "b", "a"}
	for word, n := range count(words) {
		fmt.Printf("%s %d\n", word, n)
	}
	squares := make([]shape, 0, 4)
	for side := 1.0; side <= 3; side++ {
		squares = append(squares, square{side: side})
	}
	if best, err := largest(squares...); err == nil {
		fmt.Println("best:", best.area())
	}
	go func(n int) {
		defer fmt.Println("bye", n)
	}(len(words))
	var total = (1 + 2) * 3
	fmt.Println(total, 'x', `raw`)
}
