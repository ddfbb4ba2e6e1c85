/**
 * What was sent from here, by the mark that its records bear, and to whom. `content` is JSON: what a message is made of
 * grows with what can be composed.
 */
export const sql = `
  CREATE TABLE sent (send TEXT PRIMARY KEY, at INTEGER NOT NULL, content TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE sent_to (
    recipient TEXT NOT NULL, send TEXT NOT NULL, PRIMARY KEY (recipient, send)
  ) STRICT, WITHOUT ROWID;
`
