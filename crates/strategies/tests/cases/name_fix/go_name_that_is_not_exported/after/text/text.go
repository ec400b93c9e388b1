package text

import "strings"

func Twice(text string) string {
	if text == "" {
		return Twice("-")
	}
	return strings.Repeat(text, 2)
}
