package store

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/card"
	"suffice/review"
)

// storedState is a state as its rows say it, nothing decoded.
type storedState struct {
	row   review.QueueRow // the columns that were taken from the card
	want  [32]byte        // the fingerprint on record
	body  []byte
	units []storedUnit
}

type storedUnit struct {
	id     string
	body   []byte
	sha256 []byte // of the text, as on record
	text   string
}

func readStored(ctx context.Context, q queryer, id string) (*storedState, error) {
	s := &storedState{}
	var n int64
	var mark []byte
	if err := q.QueryRowContext(ctx, storedStateSQL, id).Scan(&n, &s.row.State, &s.row.Instance, &s.row.Repo,
		&s.row.Boundary, &s.row.Need, &s.row.Units, &mark, &s.body); err != nil {
		return nil, err
	}
	var err error
	if s.want, err = hash32(mark); err != nil {
		return nil, err
	}
	rows, err := q.QueryContext(ctx, storedUnitsSQL, n)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var u storedUnit
		if err := rows.Scan(&u.id, &u.body, &u.sha256, &u.text); err != nil {
			return nil, err
		}
		s.units = append(s.units, u)
	}
	return s, rows.Err()
}

func (s *storedState) fingerprint() [32]byte {
	f := newFingerprint(s.body)
	for _, u := range s.units {
		f.unit(u.body, u.sha256)
	}
	return f.sum()
}

func (s *storedState) decode() (card.State, error) {
	c, err := card.DecodeCard(jsontext.Value(s.body))
	if err != nil {
		return card.State{}, err
	}
	units := make([]card.Unit, len(s.units))
	for i, u := range s.units {
		if units[i], err = card.DecodeUnit(jsontext.Value(u.body), u.text); err != nil {
			return card.State{}, err
		}
	}
	return card.State{Card: c, Pool: card.NewPool(units)}, nil
}
