/**
 * `message.row` is created_seconds * 2^20 + counter, so row order is chronological.
 *
 * Records are stored in packs of 64 (`pack`) next to their block; storing one row per record took ten times as long and
 * three times the space. `message` contains only the records that changed since their block was written. `pack.first`
 * is the first row of the pack: sorted by it, the packs yield all records even if the blocks are lost.
 *
 * The index is our own, not FTS5. It is divided into blocks of up to 16,384 neighbouring rows. A block contains one
 * sorted dictionary of terms with the rows that have them, and one column per number. Any condition is a set of bits
 * over the block, and any combination of conditions is an AND or OR of such sets: no pair of conditions is slow, counts
 * are exact, and skipping rows costs nothing. (FTS5 combined with a condition on a number was up to 1,000 times slower
 * than either alone.)
 *
 * The service’s states have the smallest value ids (their kind is 0), so that the state column needs one byte per row
 * instead of two.
 *
 * `sent` and `sent_to` contained the messages that Mailroom itself sent. They are now empty: core/bodies moves the
 * content from earlier versions. The tables stay, because a backup is recognized by having exactly its version’s
 * tables.
 */
export const schema = `
  CREATE TABLE message (
    row INTEGER PRIMARY KEY,
    record TEXT NOT NULL,
    details TEXT
  ) STRICT;
  CREATE TABLE pack (key INTEGER PRIMARY KEY, first INTEGER NOT NULL, data BLOB NOT NULL) STRICT;

  CREATE TABLE block (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    size INTEGER NOT NULL,
    live INTEGER NOT NULL,
    version INTEGER NOT NULL,
    dead BLOB,
    directory TEXT NOT NULL
  ) STRICT;
  CREATE INDEX block_first ON block (first);
  CREATE TABLE block_page (key INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
  CREATE TABLE block_column (key INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;

  CREATE TABLE value (
    id INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    name TEXT NOT NULL,
    messages INTEGER NOT NULL DEFAULT 0,
    UNIQUE (kind, name)
  ) STRICT;
  INSERT INTO value (kind, name) VALUES
    (0, 'requested'), (0, 'scheduled'), (0, 'deferred'), (0, 'filtered'), (0, 'rejected'), (0, 'error'),
    (0, 'softbounced'), (0, 'hardbounced'), (0, 'delivered'), (0, 'unsubscribed'), (0, 'complaint');
  CREATE TABLE rollup (
    day INTEGER NOT NULL,
    value INTEGER NOT NULL,
    state INTEGER NOT NULL,
    messages INTEGER NOT NULL,
    open INTEGER NOT NULL,
    click INTEGER NOT NULL,
    opened INTEGER NOT NULL,
    clicked INTEGER NOT NULL,
    PRIMARY KEY (day, value, state)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE coverage (
    kind INTEGER NOT NULL,
    start INTEGER NOT NULL,
    stop INTEGER NOT NULL,
    PRIMARY KEY (kind, start)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE tombstone (hash BLOB PRIMARY KEY, erased INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE sent (sendId TEXT PRIMARY KEY, at INTEGER NOT NULL, content TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE sent_to (
    recipient TEXT NOT NULL, sendId TEXT NOT NULL, PRIMARY KEY (recipient, sendId)
  ) STRICT, WITHOUT ROWID;
`

/**
 * Stores a send’s content once, and the values that differ between recipients next to each recipient’s address.
 * `sent.shared` refers to the content; sends from the first version contain it themselves. `vals` is a JSON array in the
 * order of the content’s columns.
 */
export const sharedContents = `
  ALTER TABLE sent ADD COLUMN shared TEXT;
  ALTER TABLE sent_to ADD COLUMN vals TEXT;
  CREATE TABLE sent_content (id TEXT PRIMARY KEY, content TEXT NOT NULL) STRICT, WITHOUT ROWID;
`
