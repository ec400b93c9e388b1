package main

import "fmt"

func main() {
	var total int
	total = 3
	fmt.Println(total)
}
