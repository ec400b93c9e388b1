package main

import "fmt"
import "example.org/shop/prices"

func main() {
	fmt.Println(prices.Total())
}
