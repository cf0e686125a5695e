package scorer_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"suffice/certificate"
	"suffice/certificate/card"
)

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// plantedStates makes states whose requirements are known because they were
// planted. Each asks in one sentence for two to four things; one of them is
// talked of all over the pool, the others in one place each. What a decision
// needs may be a definition, something that it calls and nobody names, a
// configured value, a rule in the documentation or a test; one more thing that
// is asked for has been read already, and no group wants it.
func plantedStates(seed uint64, n int) []judged {
	out := make([]judged, n)
	for i := range out {
		g := planter{r: rand.New(rand.NewPCG(seed, uint64(i))), id: fmt.Sprintf("planted-%d-%04d", seed, i+1)}
		g.nouns, g.verbs = plantedNouns(), plantedVerbs()
		g.r.Shuffle(len(g.nouns), func(a, b int) { g.nouns[a], g.nouns[b] = g.nouns[b], g.nouns[a] })
		out[i] = g.state()
	}
	return out
}

// planter makes one state.
type planter struct {
	r     *rand.Rand
	id    string
	nouns []string // shuffled; a topic takes the next ones
	verbs []string
	next  int
	units []card.Unit
	line  map[string]int // by path, the next free line
}

// topic is what one requirement is about.
type topic struct{ verb, noun, aspect string }

func (g *planter) topic() topic {
	t := topic{g.verbs[g.r.IntN(len(g.verbs))], g.nouns[g.next], g.nouns[g.next+1]}
	g.next += 2
	return t
}

func (t topic) name() string     { return t.verb + "_" + t.noun }
func (t topic) constant() string { return strings.ToUpper(t.noun + "_" + t.aspect) }

// said is the topic in the words of a person, one of them left out at times.
func (g *planter) said(t topic) string {
	switch g.r.IntN(4) {
	case 0:
		return fmt.Sprintf("how a %s is %s", t.noun, pastOf(t.verb))
	case 1:
		return fmt.Sprintf("what the %s of a %s does", t.aspect, t.noun)
	case 2:
		return fmt.Sprintf("where %ss are %s by %s", t.noun, pastOf(t.verb), t.aspect)
	}
	return fmt.Sprintf("the %s and its %s", t.noun, t.aspect)
}

func pastOf(verb string) string { return strings.TrimSuffix(verb, "e") + "ed" }

func (g *planter) state() judged {
	g.line = map[string]int{}
	loud, seen := g.topic(), g.topic()
	c := certificate.Certificate{State: g.id}
	want := func(role string, weight float64, ids ...string) {
		c.Groups = append(c.Groups, certificate.Group{ID: fmt.Sprintf("G%d", len(c.Groups)+1), Role: role, Acceptable: ids, Threshold: 1, Weight: weight})
	}
	callee, value := g.topic(), g.topic()
	head := g.function("core", loud, 2, callee.name()+"("+loud.noun+")", "if "+loud.aspect+" > "+value.constant()+":")
	want("bug_location", 3, head)
	asked := []string{g.said(loud)}
	for _, kind := range g.r.Perm(4)[:1+g.r.IntN(3)] {
		switch kind {
		case 0:
			want("behavior_constraint", 2, g.function("lib", callee, 1))
		case 1:
			want("configuration", 1, g.setting(value))
			if g.r.IntN(2) == 0 {
				asked = append(asked, "which "+value.aspect+" bounds it")
			}
		case 2:
			t := g.topic()
			want("domain_rule", 2, g.page(t))
			asked = append(asked, g.said(t))
		case 3:
			t := g.topic()
			want("interaction_constraint", 2, g.function("lib", t, 1), g.window(t))
			asked = append(asked, g.said(t))
		}
	}
	read := g.function("core", seen, 1)
	asked = append(asked, g.said(seen))
	g.r.Shuffle(len(asked), func(a, b int) { asked[a], asked[b] = asked[b], asked[a] })
	for range 8 + g.r.IntN(8) { // the loud thing, all over the pool
		g.function("app", g.topicAround(loud), 1, loud.name()+"("+loud.noun+")", loud.noun+" = "+loud.noun+"."+loud.aspect)
	}
	for len(g.units) < poolSize {
		g.function([]string{"app", "lib", "core"}[g.r.IntN(3)], g.filler(), 1)
	}
	s := judged{Cert: c}
	s.Card = g.card(asked, loud, read)
	s.Cert.Observed = s.Card.Observed
	for i := range g.units {
		g.units[i].Observed = g.units[i].ID == read
	}
	slices.SortFunc(g.units, func(a, b card.Unit) int { return strings.Compare(a.ID, b.ID) })
	s.Pool = card.NewPool(g.units)
	return s
}

// filler is a topic of words that no requirement owns alone.
func (g *planter) filler() topic {
	n := func() string { return g.nouns[g.r.IntN(len(g.nouns))] }
	return topic{g.verbs[g.r.IntN(len(g.verbs))], n(), n()}
}

func (g *planter) topicAround(t topic) topic {
	f := g.filler()
	return topic{f.verb, t.noun, f.noun}
}

// put adds a unit after what its file has already.
func (g *planter) put(path, symbol, text string) string {
	from := g.line[path] + 1
	to := from + strings.Count(text, "\n")
	g.line[path] = to + 1
	u := card.Unit{ID: "evidence-" + hash(fmt.Sprint(g.id, path, from))[:24], Path: path, LineStart: from, LineEnd: to, Text: text, Symbol: symbol, Language: "python"}
	g.units = append(g.units, u)
	return u.ID
}

// function defines the topic's name; extra lines stand in its body. Its text
// says the topic so many times.
func (g *planter) function(folder string, t topic, times int, extra ...string) string {
	lines := []string{fmt.Sprintf("def %s(%s, %s):", t.name(), t.noun, g.filler().noun)}
	for range times {
		lines = append(lines, fmt.Sprintf("    %s = %s.%s", t.aspect, t.noun, t.aspect))
	}
	for _, e := range extra {
		lines = append(lines, "    "+e)
	}
	for range 6 + g.r.IntN(24) {
		lines = append(lines, g.code())
	}
	g.r.Shuffle(len(lines)-1, func(a, b int) { lines[1+a], lines[1+b] = lines[1+b], lines[1+a] })
	return g.put(fmt.Sprintf("%s/%s.py", folder, g.fileStem()), t.name(), strings.Join(lines, "\n"))
}

func (g *planter) fileStem() string {
	return []string{"main", "tasks", "models", "views", "jobs", "sync", "state", "flow", "render", "adapter", "types", "steps"}[g.r.IntN(12)]
}

func (g *planter) code() string {
	f, h := g.filler(), g.filler()
	switch g.r.IntN(4) {
	case 0:
		return fmt.Sprintf("    if %s.ready and not %s:", f.noun, h.noun)
	case 1:
		return fmt.Sprintf("    item = self.%s(%d)", f.name(), g.r.IntN(100))
	case 2:
		return fmt.Sprintf("        # the %s goes before any %s", f.noun, h.noun)
	}
	return fmt.Sprintf("    buffer[%d] = %s.data", g.r.IntN(64), f.noun)
}

// window is a run of lines that holds the last function and what follows it.
func (g *planter) window(t topic) string {
	last := g.units[len(g.units)-1]
	text := last.Text + "\n\n" + strings.Join([]string{g.code(), g.code(), g.code()}, "\n")
	id := "evidence-" + hash(last.ID + "window")[:24]
	g.units = append(g.units, card.Unit{ID: id, Path: last.Path, LineStart: last.LineStart, LineEnd: last.LineEnd + 4, Text: text, Language: "python"})
	g.line[last.Path] = last.LineEnd + 5
	return id
}

func (g *planter) setting(t topic) string {
	var lines []string
	for range 5 {
		f := g.filler()
		lines = append(lines, fmt.Sprintf("%s: %d", f.constant(), g.r.IntN(500)))
	}
	lines = append(lines, fmt.Sprintf("%s: %d", t.constant(), g.r.IntN(500)))
	return g.put("deploy/"+g.fileStem()+".yaml", "", strings.Join(lines, "\n"))
}

func (g *planter) page(t topic) string {
	lines := []string{"## " + g.filler().noun, fmt.Sprintf("A %s keeps its %s when it is %s.", t.noun, t.aspect, pastOf(t.verb))}
	for range 6 {
		f, h := g.filler(), g.filler()
		lines = append(lines, fmt.Sprintf("The %s is %s before the %s.", f.noun, pastOf(f.verb), h.noun))
	}
	return g.put("docs/"+g.fileStem()+".md", "", strings.Join(lines, "\n"))
}

func (g *planter) card(asked []string, loud topic, read string) card.StateCard {
	at := slices.IndexFunc(g.units, func(u card.Unit) bool { return u.ID == read })
	u := g.units[at]
	listing := fmt.Sprintf("FILE %s:%d-%d\n%s\n", u.Path, u.LineStart, u.LineEnd, u.Text)
	noise := g.filler()
	return card.StateCard{
		ID: g.id, Repo: "planted/" + g.id[:12], Boundary: card.AfterFileInspection,
		Need: "I want to know " + strings.Join(asked, ", and "), Subgoal: "Find " + g.said(loud),
		Hypothesis: "Something is off in " + g.said(noise), Observation: listing, Observed: []string{read}, OpenedFiles: []string{u.Path},
		Issue:   fmt.Sprintf("Since the last release %s goes wrong: %s. %s.", loud.noun, g.said(loud), strings.Join(asked, ". ")),
		Queries: []string{loud.noun},
		Steps: []card.Step{
			{ID: "1", Label: "step 1", Action: "repo_search", Input: loud.noun, Output: "QUERY: " + loud.noun, Queries: []string{loud.noun}},
			{ID: "2", Label: "step 2", Action: "read_file", Input: u.Path, Output: listing, Read: &card.Span{Path: u.Path, LineStart: u.LineStart, LineEnd: u.LineEnd}},
		},
	}
}

func plantedVerbs() []string {
	return strings.Fields(`admit align annotate arrange assign attach balance bind bundle cancel carve claim collect compile
 confirm convert couple credit deliver derive detach divide drain enroll extend extract fasten finish forward gather grade
 group hoist inspect invoke join label lift load merge migrate mount notify offset order pack patch pause pledge post prune
 publish purge queue rank reclaim refresh reject release renew repair reset resolve restore revoke rotate route scan seal
 settle shift sort split stage submit switch tally trim unlock validate weigh`)
}

func plantedNouns() []string {
	return strings.Fields(`anchor apron archive atlas badge ballot barrel basket beacon bishop blanket border bottle branch bridge
 bucket button cabin candle canvas carbon cargo castle cellar ceiling channel chapel cipher circle clause closet cluster
 coffer collar column comet compass copper corner cradle crystal curtain dagger deposit desert diary dinner diploma donkey
 dragon drawer easel ember emblem engine envelope falcon feather fiddle filter flagon flannel flower forest fountain funnel
 galley garden garnet ginger glacier goblet granite gravel guitar hammer harbor harvest hazard helmet hermit hollow hunter
 island jacket jasmine jersey journal kernel kettle ladder lantern lattice ledger legend lemon letter lizard locker magnet
 mantle marble market meadow medal mirror mitten monarch mortar mosaic muffin needle nickel nozzle nugget oracle orchard
 organ oyster paddle palace parcel pebble pencil pepper permit pigeon pillar pirate planet plaster pocket pollen portal
 powder prism pulley puzzle quarry quiver rabbit racket raisin ribbon riddle rocket saddle salmon sandal satchel scepter
 sculptor shadow shelter shovel signet silver sketch socket spider spindle statue stencil summit talon tavern temple thimble
 thunder ticket timber tinder topaz trellis trophy tunnel turret umbrella valley vapor velvet vessel violin vortex voucher
 walnut walrus weaver whistle willow window winter zephyr zipper`)
}
