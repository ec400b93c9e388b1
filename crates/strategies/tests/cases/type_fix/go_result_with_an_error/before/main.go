package main

import "strconv"

func main() {
	number := strconv.Atoi("3")
	println(number)
}
