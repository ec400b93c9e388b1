package main

import "strconv"

func main() {
	number, _ := strconv.Atoi("3")
	println(number)
}
