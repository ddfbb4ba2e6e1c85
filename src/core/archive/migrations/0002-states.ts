/**
 * The states of the service come first among the values (their kind is 0): with small numbers the column of states takes
 * one byte a row instead of two. An archive that has them already keeps theirs.
 */
export const sql = `
  INSERT OR IGNORE INTO value (kind, name) VALUES
  (0, 'requested'), (0, 'scheduled'), (0, 'deferred'), (0, 'filtered'), (0, 'rejected'), (0, 'error'),
  (0, 'softbounced'), (0, 'hardbounced'), (0, 'delivered'), (0, 'unsubscribed'), (0, 'complaint');
`
