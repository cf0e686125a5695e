package certificate

import "slices"

// Lists of unit IDs are sets that people ordered: these functions compare them as sets.

// sameSet reports whether two lists hold the same IDs in any order.
func sameSet(a, b []string) bool {
	if slices.Equal(a, b) {
		return true
	}
	in, out := listDifference(a, b)
	return len(in) == 0 && len(out) == 0
}

// listDifference says what comes and what goes from one list to another, each
// unit once.
func listDifference(before, after []string) (in, out []string) {
	had, has := members(before), members(after)
	for _, id := range once(after) {
		if !had[id] {
			in = append(in, id)
		}
	}
	for _, id := range once(before) {
		if !has[id] {
			out = append(out, id)
		}
	}
	return in, out
}

func members(list []string) map[string]bool {
	in := make(map[string]bool, len(list))
	for _, id := range list {
		in[id] = true
	}
	return in
}

// once lists what a list holds without its repeats.
func once(list []string) []string {
	var out []string
	seen := make(map[string]bool, len(list))
	for _, id := range list {
		if !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out
}

// distinct counts what a list holds without its repeats.
func distinct(list []string) int {
	if _, repeated := twice(list); repeated {
		return len(once(list))
	}
	return len(list)
}

// sameFamily reports whether two lists hold the same sets, each once, in any order.
func sameFamily(a, b [][]string) bool {
	if len(a) != len(b) {
		return false
	}
	count := make(map[string]int, len(a))
	for _, s := range a {
		count[setKey(s)]++
	}
	for _, s := range b {
		count[setKey(s)]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// setKey is one text for every order of the same IDs.
func setKey(ids []string) string {
	sorted := slices.Clone(ids)
	slices.Sort(sorted)
	return string(appendTexts(nil, sorted))
}

// twice returns the first ID that a list repeats.
func twice(ids []string) (string, bool) {
	if len(ids) <= 12 { // comparing each with each is quicker than a map
		for i, id := range ids {
			if slices.Contains(ids[:i], id) {
				return id, true
			}
		}
		return "", false
	}
	seen := make(map[string]bool, len(ids))
	for _, id := range ids {
		if seen[id] {
			return id, true
		}
		seen[id] = true
	}
	return "", false
}
