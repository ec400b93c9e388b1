package main

import "fmt"

func main() {
	_ = print("tea")
	fmt.Println("tea")
}

func print(text string) int {
	n, _ := fmt.Println(text)
	return n
}
