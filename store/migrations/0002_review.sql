-- Review, arbitration and audit. A state has several sheets: '' the
-- certificate, 'A' and 'B' the reviewers', 'S' the senior's. Everything that
-- folds from the journal can be rebuilt from it; signals were imported.

-- An event of a sheet other than the certificate names it.
ALTER TABLE event ADD COLUMN sheet TEXT NOT NULL DEFAULT '';

DROP INDEX event_by_state;
CREATE INDEX event_by_sheet ON event (state, sheet, seq);

-- Work, snapshot, personal and typing get the sheet into their keys. SQLite
-- cannot change a key in place; children go before their parents.
CREATE TABLE work_by_sheet (
  state    TEXT NOT NULL REFERENCES state (id),
  sheet    TEXT NOT NULL,
  revision INTEGER NOT NULL,
  labelled INTEGER NOT NULL,
  touched  INTEGER NOT NULL,
  done     INTEGER NOT NULL,
  changed  INTEGER NOT NULL,       -- time of the last event
  last     INTEGER NOT NULL,       -- seq of the last event folded, 0 for none
  summary  TEXT NOT NULL,          -- review.Summary as JSON
  PRIMARY KEY (state, sheet)
) STRICT, WITHOUT ROWID;

INSERT INTO work_by_sheet
SELECT state, '', revision, labelled, touched, done, changed, last, summary FROM work;

CREATE TABLE snapshot_by_sheet (
  state TEXT NOT NULL,
  sheet TEXT NOT NULL,
  body  TEXT NOT NULL,             -- review.Work as JSON, without anything personal and the phase, which the course has
  PRIMARY KEY (state, sheet),
  FOREIGN KEY (state, sheet) REFERENCES work_by_sheet (state, sheet)
) STRICT;

INSERT INTO snapshot_by_sheet SELECT state, '', json_remove(body, '$.phase') FROM snapshot;

DROP TABLE snapshot;

CREATE TABLE personal_by_sheet (
  person TEXT NOT NULL REFERENCES person (id),
  state  TEXT NOT NULL REFERENCES state (id),
  sheet  TEXT NOT NULL,
  flag   TEXT,
  skip   TEXT,
  spent  INTEGER NOT NULL,
  last   INTEGER NOT NULL,         -- time of the person's last event here
  warns  INTEGER NOT NULL,
  body   TEXT NOT NULL,            -- review.Personal as JSON
  PRIMARY KEY (person, state, sheet)
) STRICT, WITHOUT ROWID;

INSERT INTO personal_by_sheet
SELECT person, state, '', flag, skip, spent, last, warns, body FROM personal;

DROP TABLE personal;
ALTER TABLE personal_by_sheet RENAME TO personal;
CREATE INDEX personal_by_state ON personal (state, sheet);

CREATE TABLE typing_by_sheet (
  person TEXT NOT NULL REFERENCES person (id),
  state  TEXT NOT NULL REFERENCES state (id),
  sheet  TEXT NOT NULL,
  field  TEXT NOT NULL,
  text   TEXT NOT NULL,
  at     INTEGER NOT NULL,
  PRIMARY KEY (person, state, sheet, field)
) STRICT, WITHOUT ROWID;

INSERT INTO typing_by_sheet SELECT person, state, '', field, text, at FROM typing;

DROP TABLE typing;
ALTER TABLE typing_by_sheet RENAME TO typing;

ALTER TABLE person ADD COLUMN retired INTEGER NOT NULL DEFAULT 0;

-- What the journal says of the project beside its own row and its people.
CREATE TABLE board (
  one    INTEGER PRIMARY KEY CHECK (one = 1),
  policy TEXT,                     -- review.Policy as JSON, unless it is the project's default
  freeze TEXT,                     -- review.FreezeBody as JSON, once frozen
  sample TEXT,                     -- review.AuditBody as JSON, once drawn
  report TEXT,                     -- review.AuditBody as JSON, once reported
  last   INTEGER NOT NULL          -- seq of the last event folded
) STRICT;

INSERT INTO board (one, last) SELECT 1, max(seq) FROM event WHERE state IS NULL HAVING max(seq) IS NOT NULL;

-- A state's way to the release: one row a state, from the import on. What not
-- everybody may know of is a column or a row of its own, so that reading one
-- never reads another.
CREATE TABLE course (
  n        INTEGER PRIMARY KEY REFERENCES state (n), -- so that a walk is in the order of import
  state    TEXT NOT NULL UNIQUE REFERENCES state (id),
  phase    TEXT NOT NULL,
  under    INTEGER NOT NULL,       -- revision of the certificate under review, 0 for none
  reserve  INTEGER NOT NULL,       -- waits to replace another state
  replaces TEXT,
  replaced TEXT,
  last     INTEGER NOT NULL        -- seq of the last event folded, 0 for none
) STRICT;

INSERT INTO course (n, state, phase, under, reserve, last)
SELECT s.n, s.id, w.phase, 0, 0, w.last FROM work AS w JOIN state AS s ON s.id = w.state;

DROP TABLE work;
ALTER TABLE work_by_sheet RENAME TO work;
ALTER TABLE snapshot_by_sheet RENAME TO snapshot;

CREATE INDEX course_by_phase ON course (phase);

-- What the reviews came to.
CREATE TABLE decision (
  state   TEXT PRIMARY KEY REFERENCES course (state),
  outcome TEXT,                    -- review.Outcome as JSON
  ruling  TEXT                     -- review.Ruling as JSON
) STRICT;

-- At most one seat for each task and slot: there is no place for a third reviewer.
CREATE TABLE seat (
  state    TEXT NOT NULL REFERENCES course (state),
  task     TEXT NOT NULL CHECK (task IN ('annotate', 'review', 'arbitrate', 'audit')),
  slot     TEXT NOT NULL CHECK (slot IN ('', 'A', 'B') AND (slot <> '') = (task IN ('review', 'audit'))),
  person   TEXT NOT NULL REFERENCES person (id),
  lease    INTEGER NOT NULL,       -- milliseconds; 0: assigned, does not end
  until    INTEGER NOT NULL,       -- end of a claim, Unix milliseconds
  since    INTEGER NOT NULL,       -- seq of the event that seated them
  done     INTEGER NOT NULL,       -- seq of the latest submission, 0 before the first
  reopened INTEGER NOT NULL,       -- and it was taken back
  PRIMARY KEY (state, task, slot)
) STRICT, WITHOUT ROWID;

CREATE INDEX seat_by_person ON seat (person, state);

-- What somebody did on a state or was seated for.
CREATE TABLE duty (
  person     TEXT NOT NULL REFERENCES person (id),
  state      TEXT NOT NULL REFERENCES course (state),
  annotated  INTEGER NOT NULL,
  reviewed   INTEGER NOT NULL,
  arbitrated INTEGER NOT NULL,
  audited    INTEGER NOT NULL,
  PRIMARY KEY (person, state)
) STRICT, WITHOUT ROWID;

CREATE INDEX duty_by_state ON duty (state);

INSERT INTO duty
SELECT DISTINCT who, state, 1, 0, 0, 0 FROM event
WHERE kind IN ('edited', 'finished') AND who IN (SELECT id FROM person);

-- Submitted reviews: the latest of each slot, and those that the closing or
-- the senior is about.
CREATE TABLE opinion (
  state TEXT NOT NULL REFERENCES course (state),
  slot  TEXT NOT NULL CHECK (slot IN ('A', 'B')),
  basis INTEGER NOT NULL CHECK (basis IN (0, 1)),
  body  TEXT NOT NULL,             -- review.Opinion as JSON
  PRIMARY KEY (state, slot, basis)
) STRICT;

CREATE TABLE judgment (
  state TEXT NOT NULL REFERENCES course (state),
  slot  TEXT NOT NULL CHECK (slot IN ('A', 'B')),
  body  TEXT NOT NULL,             -- audit.Sheet as JSON
  PRIMARY KEY (state, slot)
) STRICT;

-- Reviews by models: imported, sealed, never changed.
CREATE TABLE signal (
  reviewer TEXT NOT NULL,
  state    INTEGER NOT NULL REFERENCES state (n),
  verdict  TEXT NOT NULL,
  note     TEXT NOT NULL,
  hash     BLOB NOT NULL,          -- SHA-256, see signals.go
  PRIMARY KEY (reviewer, state)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER signal_is_never_changed BEFORE UPDATE ON signal
BEGIN SELECT RAISE(ABORT, 'a model''s review is never changed'); END;

CREATE TRIGGER signal_is_never_removed BEFORE DELETE ON signal
BEGIN SELECT RAISE(ABORT, 'a model''s review is never removed'); END;
