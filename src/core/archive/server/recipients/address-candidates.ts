import { rankRecipient, type RecipientRank, type RecipientText } from '#shared/domain/recipients/rank-recipient.ts'
import type { RunSql, ServerRow } from '../connection/server-database.ts'
import { joinSql, sql, type Sql } from '../connection/sql.ts'
import { isStorable } from '../connection/storable.ts'

/** An address in its searchable form, with the row of its newest message. */
export type FoundAddress = { readonly address: string; readonly rank: RecipientRank; readonly newest: number }

type Wanted = { readonly text: RecipientText; readonly without: readonly string[]; readonly limit: number }

/**
 * No index helps with short texts, but most of them match recipients of the newest messages, so this many of the newest
 * messages are searched first.
 */
const newestMessages = 10_000
const addressesOfBatch = 500

/** Finds the best addresses. Within a rank, those with the newest messages come first. */
export async function bestAddresses(wanted: Wanted, run: RunSql): Promise<FoundAddress[]> {
  const { text, limit } = wanted
  if (limit <= 0 || !text.words.every(({ same, possible }) => [...same, ...possible].every(isStorable))) return []
  const newest = ranked(await run(newestRecipients(wanted)), text)
  // Older messages could only add addresses of the best rank that were used less recently.
  if (newest.filter(({ rank }) => rank === 0).length >= limit) return bestOf(newest, limit)
  const found: FoundAddress[] = []
  for (let offset = 0; ; offset += addressesOfBatch) {
    const rows = await run(nextAddresses(wanted, offset))
    found.push(...ranked(rows, text))
    const phase = Number(rows.at(-1)?.phase)
    // The remaining addresses rank no better than the last one.
    const isEnough = found.filter(({ rank }) => rank <= phase).length >= limit
    if (isEnough || rows.length < addressesOfBatch) return bestOf(found, limit)
  }
}

function newestRecipients(wanted: Wanted): Sql {
  return sql`SELECT recipient, max(row) AS newest
    FROM (SELECT recipient, row FROM message ORDER BY row DESC LIMIT ${newestMessages}) AS near
    WHERE ${contains(wanted)} GROUP BY recipient`
}

/**
 * Returns the next addresses, ordered by the best rank that an address may have. The server finds at least the word
 * beginnings that `rankRecipient` finds, and for nearly all addresses exactly those.
 */
function nextAddresses(wanted: Wanted, offset: number): Sql {
  const { start, words } = wanted.text
  const name = sql`regexp_replace(recipient, '@[^@]*$', '')`
  const inName = joinSql(
    words.map(({ same }) => sql`${name} ~ ${beginning(same)}`),
    ' AND ',
  )
  const anywhere = joinSql(
    words.map(({ same, possible }) => sql`recipient ~ ${beginning([...same, ...possible])}`),
    ' AND ',
  )
  const begins = isStorable(start) ? sql`starts_with(recipient, ${start}::text)` : sql`false`
  return sql`
    SELECT recipient, newest, CASE WHEN ${begins} OR (${inName}) THEN 0 WHEN ${anywhere} THEN 1 ELSE 2 END AS phase
    FROM address WHERE ${contains(wanted)} ORDER BY phase, newest DESC, recipient
    OFFSET ${offset} LIMIT ${addressesOfBatch}`
}

/** The index on parts of addresses is used for parts of at least three letters. */
function contains({ text, without }: Wanted): Sql {
  const words = text.words.map(({ same, possible }) => {
    const patterns = [...same, ...possible].map((spelling) => `%${spelling.replace(/[\\%_]/g, '\\$&')}%`)
    return sql`(${joinSql(
      patterns.map((pattern) => sql`recipient LIKE ${pattern}::text`),
      ' OR ',
    )})`
  })
  return sql`${joinSql(words, ' AND ')} AND recipient <> ALL(${without}::text[])`
}

function beginning(spellings: readonly string[]): string {
  const literal = spellings.map((spelling) => spelling.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return `(^|[^a-z0-9])(${literal.join('|')})`
}

function ranked(rows: readonly ServerRow[], text: RecipientText): FoundAddress[] {
  return rows.flatMap(({ recipient, newest }) => {
    const address = String(recipient)
    const rank = rankRecipient(text, address)
    return rank === null ? [] : [{ address, rank, newest: Number(newest) }]
  })
}

function bestOf(found: readonly FoundAddress[], limit: number): FoundAddress[] {
  return found.toSorted((a, b) => a.rank - b.rank || b.newest - a.newest).slice(0, limit)
}
