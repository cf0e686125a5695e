package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"suffice/review"
)

func newAssign(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "assign", Short: "Give states to people",
		Long: `Assignments are even, drawn from a seed, and refused where a rule is in the way:
two reviews of a state never come from one person; nobody reviews what they
annotated, or arbitrates what they annotated or reviewed; an auditor has done
none of it on any state. Either everything that was asked for is assigned or
nothing. People may also claim states themselves: suffice review claim.`,
		Example: "  suffice assign review --dry-run\n  suffice assign arbitration --people vera\n  suffice assign audit --states 80",
		RunE:    oneOf("review", "arbitration", "audit"),
	}
	cmd.AddCommand(
		newStaff(s, "review", review.TaskReview, "Give every state that waits for it two reviewers"),
		newStaff(s, "arbitration", review.TaskArbitrate, "Give every disputed state a senior"),
		newAssignAudit(s),
	)
	return cmd
}

func newStaff(s streams, use string, task review.Task, short string) *cobra.Command {
	cmd := &cobra.Command{
		Use: use, Short: short, Args: noArgs,
		Example: "  suffice assign " + use + " --dry-run\n  suffice assign " + use + " --per-person 40 --seed 7",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error { return staff(ctx, cmd, ses.desk, task) })
		},
	}
	f := cmd.Flags()
	f.StringSlice("states", nil, "only these `STATES`, with commas between them (default: all that need somebody)")
	f.StringSlice("people", nil, "only these `NAMES`, with commas between them (default: everyone with the role)")
	f.Int("per-person", 0, "at most `N` a person, what they have already included; 0 for no limit")
	f.Uint64("seed", 0, "seed of the draw (default: the project's)")
	f.Bool("dry-run", false, "show the plan and assign nothing")
	return cmd
}

func staff(ctx context.Context, cmd *cobra.Command, d *review.Desk, task review.Task) error {
	f := cmd.Flags()
	ask := review.Staffing{Task: task}
	ask.PerPerson, _ = f.GetInt("per-person")
	ask.DryRun, _ = f.GetBool("dry-run")
	ask.Seed, _ = f.GetUint64("seed")
	if f.Changed("states") {
		ask.States, _ = f.GetStringSlice("states")
	}
	if ask.PerPerson < 0 {
		return fmt.Errorf("--per-person is a whole number from 0 on; found %d", ask.PerPerson)
	}
	if err := d.Scope().Oversee("assign people"); err != nil {
		return err
	}
	if f.Changed("people") {
		names, _ := f.GetStringSlice("people")
		var err error
		if ask.People, err = peopleNamed(ctx, d, names); err != nil {
			return err
		}
	}
	if !f.Changed("seed") {
		policy, err := d.Policy(ctx)
		if err != nil {
			return err
		}
		ask.Seed = policy.Seed
	}
	done, err := d.Assign(ctx, ask)
	if err != nil {
		return staffing(err)
	}
	names, err := namesOf(ctx, d)
	if err != nil {
		return err
	}
	a := assignedOf(done, ask, names)
	p := newPrinter(cmd)
	return p.answer(a, func() { printAssigned(p, a) })
}

// assigned is what `assign --json` prints.
type assigned struct {
	Task    review.Task      `json:"task"`
	Seed    uint64           `json:"seed"`
	Made    bool             `json:"made"`
	Seats   []assignedSeat   `json:"seats"`
	Loads   map[string]int   `json:"loads"` // by name: what everybody asked then has to do
	Skipped []review.Unready `json:"skipped"`
}

type assignedSeat struct {
	State  string      `json:"state_id"`
	Slot   review.Slot `json:"slot,omitzero"`
	Person string      `json:"person"`
}

func assignedOf(done review.Staffed, ask review.Staffing, names map[review.PersonID]string) assigned {
	a := assigned{
		Task: ask.Task, Seed: ask.Seed, Made: done.Made,
		Seats: []assignedSeat{}, Loads: map[string]int{}, Skipped: append([]review.Unready{}, done.Skipped...),
	}
	for _, seat := range done.Plan.Seats {
		a.Seats = append(a.Seats, assignedSeat{seat.State, seat.Slot, names[seat.Person]})
	}
	for who, n := range done.Plan.Loads {
		a.Loads[names[who]] = n
	}
	return a
}

func printAssigned(p *printer, a assigned) {
	if len(a.Seats) == 0 {
		p.line("there is nothing to assign")
	}
	if !a.Made && len(a.Seats) > 0 {
		rows := make([][]string, len(a.Seats))
		for i, s := range a.Seats {
			rows[i] = []string{p.clean(s.State), string(s.Slot), p.clean(s.Person)}
		}
		p.table([]string{"state", "", "person"}, rows)
		p.line("")
	}
	if len(a.Seats) > 0 {
		printLoads(p, a)
	}
	printSkipped(p, a)
	verb := "assigned"
	if !a.Made {
		verb = "would assign"
	}
	if len(a.Seats) > 0 {
		p.line("%s %s, seed %d", verb, count(len(a.Seats), "seat", "seats"), a.Seed)
	}
}

// printSkipped says of the states left out how many there are for which reason,
// and names them where they are few.
func printSkipped(p *printer, a assigned) {
	var reasons []string
	by, cut := map[string][]string{}, false
	for _, u := range a.Skipped {
		why := strings.TrimPrefix(u.Why, u.State+" is ") // a reason that names its state
		if by[why] == nil {
			reasons = append(reasons, why)
		}
		by[why] = append(by[why], u.State)
	}
	for _, why := range reasons {
		states := firstFew(by[why])
		cut = cut || states != strings.Join(by[why], ", ")
		p.line("left out: %s, %s: %s", count(len(by[why]), "state", "states"), p.clean(why), p.clean(states))
	}
	if cut {
		p.line("each of them by name: suffice assign %s --dry-run --json", taskCommand(a.Task))
	}
}

// taskCommand is the word for a task in suffice assign.
func taskCommand(t review.Task) string {
	if t == review.TaskArbitrate {
		return "arbitration"
	}
	return string(t)
}

func printLoads(p *printer, a assigned) {
	got := map[string]int{}
	for _, s := range a.Seats {
		got[s.Person]++
	}
	var rows [][]string
	for _, who := range slices.Sorted(maps.Keys(a.Loads)) {
		rows = append(rows, []string{p.clean(who), fmt.Sprint(got[who]), fmt.Sprint(a.Loads[who])})
	}
	p.table([]string{"person", ">new", ">in all"}, rows)
}
