package main

import "fmt"

func main() {
	rate := 3
	fmt.Println("tea")
}
