package main

import (
	"fmt"

	"example.com/report/tab"
)

func main() {
	fmt.Println(tab.Width)
}
