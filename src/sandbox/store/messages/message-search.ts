import { setImmediate } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { messageStates } from '../types/message-types.ts'

/** Messages looked through in one turn of the event loop: a few milliseconds, in which no call is answered. */
const perTurn = 5000

type Word = { pattern: string; streams: string; states: string }

/**
 * Row numbers of messages that have every word in their address, subject, sender, tags, state or reason, newest first. It
 * reads them all: an index would cost every send something.
 */
export async function searchMessages(
  database: Database,
  text: string,
  { below, limit }: { below: number; limit: number },
): Promise<number[]> {
  const words = text
    .trim()
    .split(/\s+/)
    .map((word) => readWord(database, word))
  const found: number[] = []
  let from = below
  while (found.length < limit) {
    const turn = database
      .sql(
        'SELECT min(id) AS last, count(*) AS count FROM (SELECT id FROM messages WHERE id < ? ORDER BY id DESC LIMIT ?)',
      )
      .get(from, perTurn)
    if (turn === undefined || Number(turn['count']) === 0) break
    const last = Number(turn['last'])
    found.push(...matches(database, words, { last, below: from, limit: limit - found.length }))
    from = last
    await setImmediate()
  }
  return found
}

function matches(
  database: Database,
  words: readonly Word[],
  { last, below, limit }: { last: number; below: number; limit: number },
): number[] {
  const condition = `(email LIKE ? ESCAPE '\\' OR subject LIKE ? ESCAPE '\\' OR reason LIKE ? ESCAPE '\\'
    OR stream IN (SELECT value FROM json_each(?)) OR state IN (SELECT value FROM json_each(?)))`
  const rows = database
    .sql(
      `SELECT id FROM messages WHERE id >= ? AND id < ? AND ${words.map(() => condition).join(' AND ')}
      ORDER BY id DESC LIMIT ?`,
    )
    .all(
      last,
      below,
      ...words.flatMap(({ pattern, streams, states }) => [pattern, pattern, pattern, streams, states]),
      limit,
    )
  return rows.map((row) => Number(row['id']))
}

/** Senders, tags and states are few: they are compared once, and the messages by number. */
function readWord(database: Database, word: string): Word {
  const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const streams = database
    .sql(`SELECT id FROM streams WHERE sender LIKE ? ESCAPE '\\' OR tags LIKE ? ESCAPE '\\'`)
    .all(pattern, pattern)
    .map((row) => Number(row['id']))
  // As the page spells them: "hard bounced".
  const small = word.toLowerCase()
  const states = messageStates.flatMap((state, number) => (state.includes(small) ? [number] : []))
  return { pattern, streams: JSON.stringify(streams), states: JSON.stringify(states) }
}
