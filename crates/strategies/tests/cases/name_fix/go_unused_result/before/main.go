package main

import "fmt"

func main() {
	count := print("tea")
	fmt.Println("tea")
}

func print(text string) int {
	n, _ := fmt.Println(text)
	return n
}
