package main

import "fmt"

func main() {
	fmt.Println(prices.Total())
}
