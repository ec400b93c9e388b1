package main

import "fmt"

func show(price int) {
	fmt.Println(price)
}

func main() {
	price := 3
	show(price)
}
