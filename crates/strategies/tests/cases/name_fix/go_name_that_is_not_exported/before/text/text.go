package text

import "strings"

func twice(text string) string {
	if text == "" {
		return twice("-")
	}
	return strings.Repeat(text, 2)
}
