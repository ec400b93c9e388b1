package main

import "fmt"

func sum(values []int) int {
	total := 0
	for i, value := range values {
		total += value
	}
	return total
}

func main() {
	fmt.Println(sum([]int{1}))
}
