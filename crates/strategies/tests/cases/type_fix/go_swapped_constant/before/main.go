package main

import (
	"fmt"

	"example.com/report/stats"
)

func load() []float64 {
	return []float64{1, 2}
}

func main() {
	values := load()
	fmt.Println(stats.Scale(2, values))
}
