// This package shows the total.

package main

func main() {
	println(prices.Total())
}
