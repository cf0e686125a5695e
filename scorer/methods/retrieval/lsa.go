package retrieval

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// latentDimensions is how many singular vectors the offline embedding keeps.
const latentDimensions = 32

// exactUnits is the pool size up to which the whole spectrum is worked out; it
// takes 3 ms for 120 units and grows with the cube.
const exactUnits = 512

// negligible is the share of the greatest eigenvalue below which a direction
// is rounding and nothing else.
const negligible = 1e-10

// latent is the truncated singular value decomposition of the TF-IDF matrix of
// a pool: A = U S V', of which the leading columns are kept. It is worked out
// from A A', so that V is never needed.
type latent struct {
	u     [][]float64 // by unit: its row of U
	sigma []float64   // singular values, falling
}

// newLatent decomposes the matrix whose products of rows are given.
func newLatent(gram [][]float64, dimensions int) latent {
	n := len(gram)
	if n == 0 {
		return latent{}
	}
	flat := make([]float64, 0, n*n)
	for _, row := range gram {
		flat = append(flat, row...)
	}
	values, vectors := leading(mat.NewSymDense(n, flat), dimensions)
	x := latent{u: make([][]float64, n)}
	for _, v := range values {
		if v > negligible*values[0] && v > 0 {
			x.sigma = append(x.sigma, math.Sqrt(v))
		}
	}
	for i := range x.u {
		x.u[i] = vectors.RawRowView(i)[:len(x.sigma)]
	}
	return x
}

// leading are the greatest eigenvalues, falling, with their vectors as columns.
func leading(m *mat.SymDense, k int) ([]float64, *mat.Dense) {
	if m.SymmetricDim() <= exactUnits {
		return eigen(m, k)
	}
	return subspace(m, k)
}

// subspace finds them approximately, by iterating a subspace from fixed signs
// and solving the small problem within it.
func subspace(m *mat.SymDense, k int) ([]float64, *mat.Dense) {
	n := m.SymmetricDim()
	wide := min(n, k+16)
	q := mat.NewDense(n, wide, nil)
	state := uint64(1)
	for i := range n {
		for j := range wide {
			state = state*6364136223846793005 + 1442695040888963407
			q.Set(i, j, 1-2*float64(state>>63))
		}
	}
	for range 12 {
		var next mat.Dense
		next.Mul(m, q)
		orthonormal(&next)
		q = &next
	}
	var mq, small mat.Dense
	mq.Mul(m, q)
	small.Mul(q.T(), &mq)
	sym := mat.NewSymDense(wide, nil)
	for i := range wide {
		for j := i; j < wide; j++ {
			sym.SetSym(i, j, (small.At(i, j)+small.At(j, i))/2)
		}
	}
	values, inner := eigen(sym, k)
	var vectors mat.Dense
	vectors.Mul(q, inner)
	return values, &vectors
}

// eigen are the k greatest eigenvalues of m and their vectors. A matrix whose
// spectrum does not come out, which no sum of products does, has none.
func eigen(m *mat.SymDense, k int) ([]float64, *mat.Dense) {
	n := m.SymmetricDim()
	k = min(k, n)
	var e mat.EigenSym
	if !e.Factorize(m, true) {
		return nil, mat.NewDense(n, k, nil)
	}
	rising := e.Values(nil)
	var all mat.Dense
	e.VectorsTo(&all)
	values, vectors := make([]float64, k), mat.NewDense(n, k, nil)
	for j := range k {
		values[j] = rising[n-1-j]
		for i := range n {
			vectors.Set(i, j, all.At(i, n-1-j))
		}
	}
	return values, vectors
}

// orthonormal makes the columns of m orthogonal and of length 1, in place, by
// Gram and Schmidt done twice; a column that the ones before it span is zero.
func orthonormal(m *mat.Dense) {
	rows, cols := m.Dims()
	column := make([][]float64, cols)
	for j := range cols {
		v := mat.Col(nil, j, m)
		before := norm(v)
		for range 2 {
			for _, w := range column[:j] {
				p := 0.0
				for i := range rows {
					p += float64(v[i] * w[i])
				}
				for i := range rows {
					v[i] -= float64(p * w[i])
				}
			}
		}
		length := norm(v)
		for i := range rows {
			if length > negligible*before {
				v[i] /= length
			} else {
				v[i] = 0
			}
		}
		column[j] = v
		m.SetCol(j, v)
	}
}

func norm(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += float64(x * x)
	}
	return math.Sqrt(sum)
}

// units are the coordinates of the units: the rows of U S.
func (x latent) units() [][]float64 {
	out := make([][]float64, len(x.u))
	for i, row := range x.u {
		out[i] = make([]float64, len(row))
		for j := range row {
			out[i][j] = float64(row[j] * x.sigma[j])
		}
	}
	return out
}

// fold places a query among the units, given its product with each row of A:
// q V = (A q)' U / S.
func (x latent) fold(products []float64) []float64 {
	out := make([]float64, len(x.sigma))
	for i, row := range x.u {
		for j := range row {
			out[j] += float64(products[i] * row[j])
		}
	}
	for j := range out {
		out[j] /= x.sigma[j]
	}
	return out
}
