// This package shows the total.

package main

import "example.org/shop/prices"

func main() {
	println(prices.Total())
}
