package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/agreement"
	"suffice/tui/cell"
	"suffice/tui/config"
	"suffice/tui/keys"
	"suffice/tui/ledger"
	"suffice/tui/part"
	"suffice/tui/queue"
	"suffice/tui/runs"
	"suffice/tui/sensitivity"
)

// Options is what a session needs from outside.
type Options struct {
	Desk        *review.Desk
	Workbench   Factory        // opens a state to annotate it
	Review      Factory        // opens a state to review it
	Arbitration Factory        // opens a state to arbitrate it
	Audit       Factory        // opens a state to audit it
	Bindings    []keys.Binding // of those screens
	Config      config.Config
	State       string // opened at once when not empty

	// Runs is what methods can be run with and where their runs are; nil where
	// nothing can be run. Whoever made it ends what it has begun.
	Runs runs.Experiments

	// Changed is Env.Changed: a number that grows when the project file
	// changes; may be nil.
	Changed func(ctx context.Context) (int64, error)

	Now     func() time.Time                     // nil for time.Now
	After   func(time.Duration, tea.Msg) tea.Cmd // Env.After; nil for real timers
	Input   io.Reader                            // nil for the terminal
	Output  io.Writer                            // nil for the terminal
	Program []tea.ProgramOption                  // further options; they win
}

// Table is every binding of a session, with the keys of the settings; state are
// those of the screens of a state. Errors: *config.Error for what the settings
// get wrong.
func Table(state []keys.Binding, c config.Config) (*keys.Table, error) {
	t, err := keys.NewTable(slices.Concat(state, queue.Bindings(), ledger.Bindings(), agreement.Bindings(), sensitivity.Bindings(), runs.Bindings(), part.OverlayBindings(), Bindings()))
	if err != nil {
		return nil, fmt.Errorf("put the keys together: %w", err)
	}
	return c.Rebind(t)
}

// Start makes the root model of a session.
func Start(ctx context.Context, o Options) (*Model, error) {
	table, err := Table(o.Bindings, o.Config)
	if err != nil {
		return nil, err
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	env := &part.Env{
		Ctx: ctx, Desk: o.Desk, Width: &cell.Width{}, Keys: table,
		Now: o.Now, Tab: max(o.Config.Tab, 1), Changed: o.Changed, After: o.After, Session: &part.Session{},
	}
	outcomes, experiments := new(sensitivity.Places), new(runs.Place)
	open := Screens{
		Queue:       func(e *part.Env, state string) part.Screen { return queue.New(e, state) },
		Workbench:   o.Workbench,
		Review:      o.Review,
		Arbitration: o.Arbitration,
		Audit:       o.Audit,
		Ledger:      func(e *part.Env, state string) part.Screen { return ledger.New(e, state) },
		Agreement:   func(e *part.Env, _ string) part.Screen { return agreement.New(e) },
		Sensitivity: func(e *part.Env, state string) part.Screen {
			return sensitivity.New(e, o.Runs, state).Remember(outcomes)
		},
	}
	if o.Runs != nil {
		open.Runs = func(e *part.Env, _ string) part.Screen { return runs.New(e, o.Runs).Remember(experiments) }
		env.Runs = true
		env.Background = func() part.Background { return runs.Background(o.Runs) }
	}
	m := New(env, open, Look{Theme: o.Config.Theme, Ink: o.Config.Ink})
	m.first = o.State
	return m, nil
}

// ErrEnded says that a session ended though nobody left it: its context ended.
var ErrEnded = errors.New("the session was ended from outside, by a signal; what was shown as saved is saved")

// ErrFailed says that a session ended by a fault of the program. Where it
// happened is on standard error.
var ErrFailed = errors.New("the session ended by a fault inside suffice, printed above; what was shown as saved is saved")

// closing is how long screens may take to save what is being typed after the
// context has ended.
const closing = 3 * time.Second

// Run runs a session until the person leaves, and returns nil only then. When
// ctx ends the screens still save what is being typed. Errors: ErrEnded when
// ctx has ended, ErrFailed after a panic, *config.Error, and what else the
// terminal had.
func Run(ctx context.Context, o Options) error {
	inside, cancel := context.WithCancel(context.WithoutCancel(ctx)) // saves outlive the signal
	defer cancel()
	m, err := Start(inside, o)
	if err != nil {
		return err
	}
	opts := []tea.ProgramOption{tea.WithContext(inside), tea.WithFilter(wheelFilter(m.env.Now)), tea.WithoutSignalHandler()}
	if o.Input != nil {
		opts = append(opts, tea.WithInput(o.Input))
	}
	if o.Output != nil {
		opts = append(opts, tea.WithOutput(o.Output))
	}
	p := tea.NewProgram(m, append(opts, o.Program...)...)
	stop := context.AfterFunc(ctx, func() {
		time.AfterFunc(closing, cancel)
		p.Send(leaveMsg{})
	})
	defer stop()
	_, err = p.Run()
	switch {
	case errors.Is(err, tea.ErrProgramPanic):
		return ErrFailed
	case ctx.Err() != nil:
		return ErrEnded
	case err != nil:
		return fmt.Errorf("run the terminal: %w", err)
	}
	return nil
}
