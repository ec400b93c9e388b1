package main

import (
	"fmt"

	"example.org/demo/text"
)

func main() {
	fmt.Println(text.Twice("a"))
}
