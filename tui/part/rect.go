package part

// Rect is a rectangle of cells; X and Y count from 0 at the top left.
type Rect struct{ X, Y, W, H int }

// Has reports whether the cell at x, y lies inside.
func (r Rect) Has(x, y int) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// Inner is what a border one cell wide leaves.
func (r Rect) Inner() Rect {
	return Rect{X: r.X + 1, Y: r.Y + 1, W: max(r.W-2, 0), H: max(r.H-2, 0)}
}

// Size is the share of a rectangle that one part of a split gets.
type Size struct {
	kind sizeKind
	n    int
}

type sizeKind int

const (
	fixed sizeKind = iota
	percent
	fill
)

// Fixed is n cells, or what is left.
func Fixed(n int) Size { return Size{fixed, n} }

// Percent is n percent of the whole, or what is left.
func Percent(n int) Size { return Size{percent, n} }

// Fill is a share of what the others leave, by weight.
func Fill(weight int) Size { return Size{fill, max(weight, 1)} }

// Columns splits r from left to right; the parts cover r exactly when one of
// them fills.
func Columns(r Rect, sizes ...Size) []Rect {
	out := make([]Rect, len(sizes))
	x := r.X
	for i, w := range divide(r.W, sizes) {
		out[i] = Rect{X: x, Y: r.Y, W: w, H: r.H}
		x += w
	}
	return out
}

// Stack splits r from top to bottom.
func Stack(r Rect, sizes ...Size) []Rect {
	out := make([]Rect, len(sizes))
	y := r.Y
	for i, h := range divide(r.H, sizes) {
		out[i] = Rect{X: r.X, Y: y, W: r.W, H: h}
		y += h
	}
	return out
}

// divide shares total cells out: first the fixed and percentage parts in
// order, then the rest by weight, the last filling part taking the remainder.
func divide(total int, sizes []Size) []int {
	out := make([]int, len(sizes))
	left, weights, last := max(total, 0), 0, -1
	for i, s := range sizes {
		switch s.kind {
		case fixed:
			out[i] = min(max(s.n, 0), left)
		case percent:
			out[i] = min(max(total*s.n/100, 0), left)
		case fill:
			weights += s.n
			last = i
		}
		left -= out[i]
	}
	rest := left
	for i, s := range sizes {
		switch {
		case s.kind != fill:
		case i == last:
			out[i] = left
		default:
			out[i] = rest * s.n / weights
			left -= out[i]
		}
	}
	return out
}
