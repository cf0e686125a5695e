-- One project in one file. Times are Unix milliseconds. Everything that folds
-- from the journal (person, work, snapshot, personal) can be rebuilt from it;
-- cards, pools, texts and predictions are what was imported.

CREATE TABLE project (
  one         INTEGER PRIMARY KEY CHECK (one = 1),
  id          TEXT NOT NULL,
  name        TEXT NOT NULL,
  mode        TEXT NOT NULL,
  label_scope TEXT NOT NULL,
  created     INTEGER NOT NULL
) STRICT;

CREATE TABLE person (
  id     TEXT PRIMARY KEY,
  name   TEXT NOT NULL UNIQUE,
  roles  TEXT NOT NULL,          -- JSON list
  joined INTEGER NOT NULL        -- seq of the event that added the person
) STRICT, WITHOUT ROWID;

-- A unit's text, once per content however many pools show it.
CREATE TABLE text (
  n      INTEGER PRIMARY KEY,
  sha256 BLOB NOT NULL UNIQUE,
  body   TEXT NOT NULL
) STRICT;

-- What the queue and the joins need of a state; small, so that listing reads little.
CREATE TABLE state (
  n           INTEGER PRIMARY KEY, -- order of import
  id          TEXT NOT NULL UNIQUE,
  instance    TEXT NOT NULL,
  repo        TEXT NOT NULL,
  boundary    TEXT NOT NULL,
  need        TEXT NOT NULL,       -- first line of information_need
  units       INTEGER NOT NULL,
  fingerprint BLOB NOT NULL        -- SHA-256 over the stored card and pool, see fingerprint.go
) STRICT;

CREATE TABLE card (
  state INTEGER PRIMARY KEY REFERENCES state (n),
  body  TEXT NOT NULL              -- the record without candidate_evidence
) STRICT;

CREATE TABLE unit (
  state INTEGER NOT NULL REFERENCES state (n),
  place INTEGER NOT NULL,          -- position in the pool, from 0
  id    TEXT NOT NULL,             -- evidence_id
  text  INTEGER NOT NULL REFERENCES text (n),
  body  TEXT NOT NULL,             -- the unit without content_excerpt
  PRIMARY KEY (state, place)
) STRICT, WITHOUT ROWID;

-- The journal.
CREATE TABLE event (
  seq    INTEGER PRIMARY KEY,
  who    TEXT NOT NULL,
  at     INTEGER NOT NULL,
  kind   TEXT NOT NULL,
  state  TEXT REFERENCES state (id), -- NULL for acts on the project
  "from" INTEGER NOT NULL,
  "to"   INTEGER NOT NULL,
  undoes INTEGER REFERENCES event (seq),
  body   TEXT NOT NULL,
  prev   BLOB NOT NULL,
  hash   BLOB NOT NULL
) STRICT;

CREATE INDEX event_by_state ON event (state, seq);

-- Where the journal ends, so that a cut tail is noticed.
CREATE TABLE head (
  one  INTEGER PRIMARY KEY CHECK (one = 1),
  seq  INTEGER NOT NULL,
  hash BLOB NOT NULL
) STRICT;

CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'the journal is append-only: an event is never changed'); END;

CREATE TRIGGER event_is_never_removed BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'the journal is append-only: an event is never removed'); END;

-- Also keeps INSERT OR REPLACE from overwriting a row, which fires no DELETE trigger.
CREATE TRIGGER event_comes_last BEFORE INSERT ON event
WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM event)
BEGIN SELECT RAISE(ABORT, 'the journal is append-only: an event comes after the last one'); END;

-- The fold: what the queue shows of a certificate, and the certificate itself.
-- Every state has its row of work from the import on, so that listing computes
-- nothing; it has a snapshot from its first event on.
CREATE TABLE work (
  state    TEXT PRIMARY KEY REFERENCES state (id),
  phase    TEXT NOT NULL,
  revision INTEGER NOT NULL,
  labelled INTEGER NOT NULL,
  touched  INTEGER NOT NULL,
  done     INTEGER NOT NULL,
  changed  INTEGER NOT NULL,       -- time of the last event
  last     INTEGER NOT NULL,       -- seq of the last event folded, 0 for none
  summary  TEXT NOT NULL           -- review.Summary as JSON
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshot (
  state TEXT PRIMARY KEY REFERENCES work (state),
  body  TEXT NOT NULL              -- review.Work as JSON, without anything personal
) STRICT;

-- What one person has on one state besides the certificate: a row of its own,
-- so that loading my work never loads another's.
CREATE TABLE personal (
  person TEXT NOT NULL REFERENCES person (id),
  state  TEXT NOT NULL REFERENCES state (id),
  flag   TEXT,
  skip   TEXT,
  spent  INTEGER NOT NULL,
  last   INTEGER NOT NULL,         -- time of the person's last event here
  warns  INTEGER NOT NULL,
  body   TEXT NOT NULL,            -- review.Personal as JSON
  PRIMARY KEY (person, state)
) STRICT, WITHOUT ROWID;

CREATE INDEX personal_by_state ON personal (state);

-- Text in the middle of being typed; no event yet.
CREATE TABLE typing (
  person TEXT NOT NULL REFERENCES person (id),
  state  TEXT NOT NULL REFERENCES state (id),
  field  TEXT NOT NULL,
  text   TEXT NOT NULL,
  at     INTEGER NOT NULL,
  PRIMARY KEY (person, state, field)
) STRICT, WITHOUT ROWID;

CREATE TABLE prediction_set (
  n      INTEGER PRIMARY KEY,
  name   TEXT NOT NULL UNIQUE,
  locked BLOB                      -- SHA-256 of the rows while locked
) STRICT;

CREATE TABLE prediction (
  "set"  INTEGER NOT NULL REFERENCES prediction_set (n),
  state  INTEGER NOT NULL REFERENCES state (n),
  method TEXT NOT NULL,
  body   TEXT NOT NULL,            -- the record as written
  PRIMARY KEY (state, "set", method)
) STRICT, WITHOUT ROWID;

CREATE INDEX prediction_by_set ON prediction ("set", method, state);

CREATE TRIGGER locked_set_takes_no_row BEFORE INSERT ON prediction
WHEN (SELECT locked FROM prediction_set WHERE n = NEW."set") IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'this prediction set is locked'); END;

CREATE TRIGGER locked_set_keeps_its_rows BEFORE DELETE ON prediction
WHEN (SELECT locked FROM prediction_set WHERE n = OLD."set") IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'this prediction set is locked'); END;

CREATE TRIGGER prediction_is_never_changed BEFORE UPDATE ON prediction
BEGIN SELECT RAISE(ABORT, 'a prediction is never changed'); END;

CREATE TRIGGER locked_set_stays BEFORE DELETE ON prediction_set
WHEN OLD.locked IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'this prediction set is locked'); END;
