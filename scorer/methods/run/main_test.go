package run

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// childEnv makes the test binary a process that runs an experiment: its task,
// the results folder and how many states there are, one a line.
const childEnv = "SUFFICE_TEST_RUN_CHILD"

func TestMain(m *testing.M) {
	if task := os.Getenv(childEnv); task != "" {
		if err := child(strings.Split(task, "\n")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child runs the experiment of the kill test, and says so after every run.
func child(task []string) error {
	states, err := strconv.Atoi(task[2])
	if err != nil {
		return err
	}
	if task[0] == "small disk" {
		if err := limitFiles(3 << 10); err != nil {
			return err
		}
	}
	p := killPlan(task[1], states)
	p.Progress = func(p Progress) { fmt.Println(p.Done + p.Skipped) }
	x, err := Start(context.Background(), p)
	if err != nil {
		return err
	}
	_, err = x.Wait()
	return err
}

// killPlan is an experiment of several methods, gone on with if it is there.
func killPlan(root string, states int) Plan {
	return Plan{
		Root: root, Experiment: "killed", States: madeIDs(states), Load: loads(12), Revision: "r1", Jobs: 2, Resume: true, Seed: 3,
		Methods: asAny(ranked{id: "bm25"}, first{"top", "bm25", 3}),
	}
}
