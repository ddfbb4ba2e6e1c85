import { setImmediate } from 'node:timers/promises'
import type { OutboxSort } from '#shared/contract/sandbox.ts'
import type { Database } from '../database/database.ts'
import { messageStates } from '../types/message-types.ts'

/**
 * How many messages are searched in one event loop turn. This takes a few milliseconds, during which no call gets a
 * response.
 */
const perTurn = 5000

type Word = { pattern: string; streams: string; states: string }

/**
 * Returns the row numbers of the messages in which every word occurs in the address, subject, sender, tags, state or
 * reason. Newest first. The search reads all messages, because an index would make every send more expensive.
 */
export async function searchMessages(
  database: Database,
  text: string,
  { below, limit, signal }: { below: number; limit: number; signal?: AbortSignal | undefined },
): Promise<number[]> {
  const words = wordsOf(database, text)
  const found: number[] = []
  for (let turn = nextTurn(database, below); turn && found.length < limit; turn = nextTurn(database, turn.last)) {
    found.push(...matches(database, words, { ...turn, limit: limit - found.length }))
    await setImmediate()
    if (signal?.aborted === true) break
  }
  return found
}

function wordsOf(database: Database, text: string): Word[] {
  const words = text.split(/\s+/).filter((word) => word !== '')
  return words.map((word) => readWord(database, word))
}

function matches(
  database: Database,
  words: readonly Word[],
  { last, below, limit }: { last: number; below: number; limit: number },
): number[] {
  const rows = database
    .sql(`SELECT id FROM messages WHERE id >= ? AND id < ? AND ${conditionOf(words)} ORDER BY id DESC LIMIT ?`)
    .all(last, below, ...words.flatMap(valuesOf), limit)
  return rows.map((row) => Number(row['id']))
}

/** Returns the SQL condition that every word occurs in a message. Its parameters are the values of all words. */
function conditionOf(words: readonly Word[]): string {
  const condition = `(email LIKE ? ESCAPE '\\' OR subject LIKE ? ESCAPE '\\' OR reason LIKE ? ESCAPE '\\'
    OR stream IN (SELECT value FROM json_each(?)) OR state IN (SELECT value FROM json_each(?)))`
  return words.length === 0 ? 'true' : words.map(() => condition).join(' AND ')
}

function valuesOf({ pattern, streams, states }: Word): string[] {
  return [pattern, pattern, pattern, streams, states]
}

/** The sort expression for each outbox column. Case is ignored, at least for ASCII letters. */
const orders: Readonly<Record<OutboxSort['field'], string>> = {
  date: 'id',
  state: nameOfState(),
  to: 'lower(email)',
  subject: 'lower(subject)',
  reason: "lower(coalesce(reason, ''))",
  from: '(SELECT lower(sender) FROM streams WHERE streams.id = stream)',
  tags: '(SELECT lower(tags) FROM streams WHERE streams.id = stream)',
  size: 'size',
}

function nameOfState(): string {
  return `CASE state ${messageStates.map((state, number) => `WHEN ${number} THEN '${state}'`).join(' ')} END`
}

/**
 * Like `searchMessages`, but in a different order and starting after the row `after`. All messages are read, a few
 * thousand in each turn, and only the first ones found so far are kept. Messages with equal values are sorted newest
 * first.
 */
export async function sortMessages(
  database: Database,
  { text, sort, after, limit }: { text: string; sort: OutboxSort; after: number | null; limit: number },
): Promise<number[]> {
  const words = wordsOf(database, text)
  const order = orders[sort.field]
  const beyond = `(${order} ${sort.descending ? '<' : '>'} edge_value OR (${order} = edge_value AND id < edge_id))`
  const statement = database.sql(
    `WITH edge AS (SELECT id AS edge_id, ${order} AS edge_value FROM messages WHERE id = ?)
    SELECT id FROM messages WHERE id IN (SELECT value FROM json_each(?)) OR (id >= ? AND id < ?
      AND ${conditionOf(words)} AND ${after === null ? 'true' : `(SELECT ${beyond} FROM edge)`})
    ORDER BY ${order} ${sort.descending ? 'DESC' : 'ASC'}, id DESC LIMIT ?`,
  )
  let found: number[] = []
  for (let turn = nextTurn(database, Number.MAX_SAFE_INTEGER); turn; turn = nextTurn(database, turn.last)) {
    const rows = statement.all(
      after ?? 0,
      JSON.stringify(found),
      turn.last,
      turn.below,
      ...words.flatMap(valuesOf),
      limit,
    )
    found = rows.map((row) => Number(row['id']))
    await setImmediate()
  }
  return found
}

/** Returns the next rows to search, from `last` up to but not including `below`. */
function nextTurn(database: Database, below: number): { last: number; below: number } | undefined {
  const turn = database
    .sql(
      'SELECT min(id) AS last, count(*) AS count FROM (SELECT id FROM messages WHERE id < ? ORDER BY id DESC LIMIT ?)',
    )
    .get(below, perTurn)
  return turn === undefined || Number(turn['count']) === 0 ? undefined : { last: Number(turn['last']), below }
}

/**
 * There are few senders, tags and states. The word is compared with each of them once, so that messages can then be
 * matched by number.
 */
function readWord(database: Database, word: string): Word {
  const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const streams = database
    .sql(`SELECT id FROM streams WHERE sender LIKE ? ESCAPE '\\' OR tags LIKE ? ESCAPE '\\'`)
    .all(pattern, pattern)
    .map((row) => Number(row['id']))
  // Part of a name is enough. The page shows `hardbounced` as "hard bounced", and each of these words finds it.
  const small = word.toLowerCase()
  const states = messageStates.flatMap((state, number) => (state.includes(small) ? [number] : []))
  return { pattern, streams: JSON.stringify(streams), states: JSON.stringify(states) }
}
