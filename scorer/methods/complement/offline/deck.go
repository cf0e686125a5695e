package offline

import (
	"math"
	"slices"
	"strings"

	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/retrieval"
)

// part is how far a card covers a facet, 0 to 1.
type part struct {
	of  int32
	how float64
}

// sheet is a card that was read.
type sheet struct {
	kind     kind
	whole    bool     // it is a declaration, not a run of lines cut anywhere
	parts    []part   // by facet
	defines  []int32  // names
	mentions []int32  // names that it does not define
	lines    []uint64 // hashes of its lines, sorted
}

// deck is all cards of a question, read against what the state asks for.
type deck struct {
	with   Weights
	cards  []complement.SourceCard
	sheets []sheet
	need   *need
	rarity []float64 // by facet
	names  naming
	known  map[string]meaning // of words as written
	seen   []bool             // by name: the agent has seen its definition
}

// naming numbers the names that cards define.
type naming struct {
	list   []string
	number map[string]int32
	used   []int     // by name: cards that define or mention it
	rarity []float64 // by name, 1 for one that two cards share
}

// meaning is what a word says: facets that it covers, and the name that it is.
type meaning struct {
	terms []int32
	name  int32 // -1 when no card defines it
	plain bool
}

// How far a card covers a facet that it has or has not.
const (
	inThatFile  = 0.6
	saysQuote   = 0.9
	definesName = 0.9
)

func readDeck(q complement.Question, w Weights, stop map[string]bool) *deck {
	d := &deck{with: w, cards: q.Cards, sheets: make([]sheet, len(q.Cards)), known: make(map[string]meaning, 2048)}
	d.names.number = map[string]int32{}
	for i := range d.cards {
		d.sheets[i].kind = kindOf(d.cards[i].Path)
		d.readDefinitions(i)
	}
	d.need = readNeed(q.State, w, stop, func(name string) bool { _, ok := d.names.number[name]; return ok })
	d.readCards()
	d.measureRarity()
	return d
}

func (d *deck) text(i int) string { return leading(d.cards[i].Text, longestText) }

// readDefinitions finds the names that a card defines.
func (d *deck) readDefinitions(i int) {
	s := &d.sheets[i]
	add := func(name string) {
		if len(name) < 3 || len(name) > longestWord {
			return
		}
		n, ok := d.names.number[name]
		if !ok {
			n = int32(len(d.names.list))
			d.names.number[name] = n
			d.names.list = append(d.names.list, name)
			d.names.used = append(d.names.used, 0)
		}
		if !slices.Contains(s.defines, n) {
			s.defines = append(s.defines, n)
			d.names.used[n]++
		}
	}
	first, _, _ := strings.Cut(d.text(i), "\n")
	s.whole = d.cards[i].Symbol != ""
	definedIn(leading(first, longestLine), func(string) { s.whole = true })
	words(leading(d.cards[i].Symbol, longestLine), func(name string, _ bool) { add(name) })
	defines(d.text(i), add)
}

// means looks up a word as written.
func (d *deck) means(word string) meaning {
	m, ok := d.known[word]
	if ok {
		return m
	}
	m = meaning{name: -1, plain: plain(word)}
	if n, ok := d.names.number[word]; ok {
		m.name = n
	}
	whole := strings.ToLower(word)
	if at, ok := d.need.terms[stem(whole)]; ok {
		m.terms = append(m.terms, at)
	}
	retrieval.Parts(word, func(piece string) {
		if piece == whole {
			return
		}
		if at, ok := d.need.terms[stem(piece)]; ok && !slices.Contains(m.terms, at) {
			m.terms = append(m.terms, at)
		}
	})
	d.known[word] = m
	return m
}

// readCards finds what each card covers and mentions. How often a card says a
// word counts the less the longer it is.
func (d *deck) readCards() {
	times := make([][]part, len(d.cards))
	sizes := make([]int, len(d.cards))
	total := 0
	c := counter{d: d, n: make([]float64, len(d.need.facets))}
	for i := range d.cards {
		times[i], sizes[i] = c.count(i)
		total += sizes[i]
	}
	mean := float64(max(total, 1)) / float64(max(len(d.cards), 1))
	for i := range d.cards {
		half := d.with.Saturation * (0.25 + 0.75*float64(sizes[i])/mean)
		for at, p := range times[i] {
			times[i][at].how = p.how / (p.how + half)
		}
		d.sheets[i].parts = d.told(i, times[i])
		for _, p := range d.sheets[i].parts {
			d.need.facets[p.of].cards++
		}
	}
}

// counter counts the facets that a card says.
type counter struct {
	d       *deck
	n       []float64 // by facet
	touched []int32
}

// count reads a card; how of a part is how often its facet is said.
func (c *counter) count(i int) (said []part, size int) {
	s := &c.d.sheets[i]
	read := func(text string, times float64) {
		words(text, func(word string, called bool) {
			size++
			m := c.d.means(word)
			for _, at := range m.terms {
				if c.n[at] == 0 {
					c.touched = append(c.touched, at)
				}
				c.n[at] += times
			}
			if m.name >= 0 && (called || !m.plain) && !slices.Contains(s.defines, m.name) && !slices.Contains(s.mentions, m.name) {
				s.mentions = append(s.mentions, m.name)
				c.d.names.used[m.name]++
			}
		})
	}
	read(c.d.text(i), 1)
	read(leading(c.d.cards[i].Path, longestLine), c.d.with.Head)
	read(leading(c.d.cards[i].Symbol, longestLine), c.d.with.Head)
	slices.Sort(c.touched)
	said = make([]part, len(c.touched))
	for at, of := range c.touched {
		said[at] = part{of, c.n[of]}
		c.n[of] = 0
	}
	c.touched = c.touched[:0]
	return said, size
}

// told adds to the words of a card the files, quotations and definitions that
// it answers.
func (d *deck) told(i int, parts []part) []part {
	for _, f := range d.need.files {
		if inFile(d.cards[i].Path, f.text) {
			parts = append(parts, part{f.of, inThatFile})
		}
	}
	for _, q := range d.need.quotes {
		if strings.Contains(d.cards[i].Text, q.text) {
			parts = append(parts, part{q.of, saysQuote})
		}
	}
	for _, n := range d.sheets[i].defines {
		if at, ok := d.need.names[d.names.list[n]]; ok {
			parts = append(parts, part{at, definesName})
		}
	}
	return parts
}

// inFile reports whether a card is from the file that is named: one path ends
// in the other.
func inFile(have, named string) bool {
	if have == "" {
		return false
	}
	have, named = strings.ReplaceAll(have, `\`, "/"), strings.ReplaceAll(named, `\`, "/")
	return have == named || strings.HasSuffix(have, "/"+named) || strings.HasSuffix(named, "/"+have)
}

// measureRarity weighs facets and names by how few of the cards have them, as
// BM25 does. What fewer than Rare cards have is no rarer, or a quarter of them
// where few are shown: a word that one card happens to say must not outweigh
// what the state is about.
func (d *deck) measureRarity() {
	n := float64(len(d.cards))
	least := min(d.with.Rare, n/4)
	of := func(cards int) float64 {
		df := max(float64(cards), least)
		return math.Log(1 + max(n-df+0.5, 0)/(df+0.5))
	}
	d.rarity = make([]float64, len(d.need.facets))
	for i, f := range d.need.facets {
		d.rarity[i] = of(f.cards)
	}
	d.names.rarity = make([]float64, len(d.names.list))
	for i, used := range d.names.used {
		d.names.rarity[i] = of(used) / max(of(0), 1e-9)
	}
}
