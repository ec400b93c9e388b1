package main

import (
	"fmt"

	"example.com/report/tabs"
)

func main() {
	fmt.Println(tab.Width)
}
