package main

import (
	"fmt"
	"strconv"
)

func parse(text string) (int, string, error) {
	value, err := strconv.Atoi(text)
	if err != nil {
		return 0, "", err
	}
	return value, text, nil
}

func main() {
	fmt.Println(parse("1"))
}
