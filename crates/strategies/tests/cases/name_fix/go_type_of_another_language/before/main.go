package main

import "fmt"

func double(count integer) int {
	return 2 * int(count)
}

func main() {
	fmt.Println(double(2))
}
