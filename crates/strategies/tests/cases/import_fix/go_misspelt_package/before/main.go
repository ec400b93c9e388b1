package main

import (
	"fmt"
	"string"
)

func main() {
	fmt.Println(strings.ToUpper("a"))
}
