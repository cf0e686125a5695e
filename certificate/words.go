package certificate

import "strings"

// listWords joins names as a sentence does: "a", "a and b", "a, b and c".
func listWords(names []string, last string) string {
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0]
	}
	n := len(names) - 1
	return strings.Join(names[:n], ", ") + " " + last + " " + names[n]
}
