import type { Count, MessageRow } from '#shared/contract/messages.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import type { Ask } from '../app/ask.ts'
import { whileReading } from '../app/reading.ts'
import type { Given } from '../framework/command.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { withOutput, type Write } from '../framework/output.ts'
import type { Terminal } from '../framework/terminal.ts'
import { readSearch, type Search } from './read-search.ts'
import { rowWriter } from './row-writer.ts'
import type { searchFlags } from './search-flags.ts'

/** The first page is small, so that it appears immediately. */
const firstPage = 50
const page = 500

export async function search(given: Given<typeof searchFlags>, terminal: Terminal): Promise<ExitCode> {
  const { data, account, out } = given.flags
  const toTerminal = (out === undefined || out === '-') && terminal.stdout.isTTY === true
  const wanted = readSearch(given, toTerminal)
  const signal = terminal.interrupted()
  const found = await whileReading({ data, account }, terminal, async (reading) => {
    const scope = { accountId: reading.account.id, text: wanted.text, zone: wanted.zone }
    return withOutput({ out, terminal }, async (write) => {
      if (!wanted.isCount) return writeRows(wanted, { ask: reading.ask, scope, signal, write, terminal })
      const { value } = await reading.ask('messages.count', scope, signal)
      await write(given.flags.json ? `${JSON.stringify({ messages: value })}\n` : `${value}\n`)
      return value
    })
  })
  if (found === 0 && terminal.stderr.isTTY) terminal.say('No messages found.')
  return found === 0 ? exitCodes.nothing : exitCodes.done
}

type Run = {
  readonly ask: Ask
  readonly scope: { readonly accountId: string; readonly text: string; readonly zone: string }
  readonly signal: AbortSignal
  readonly write: Write
  readonly terminal: Terminal
}

async function writeRows(wanted: Search, { ask, scope, signal, write, terminal }: Run): Promise<number> {
  const writer = rowWriter(wanted, terminal.width)
  const fresh = freshRows(wanted)
  let written = 0
  let total: Count = { value: 0, exact: true }
  for (let offset = 0; written < wanted.limit;) {
    const limit = Math.min(offset === 0 ? firstPage : page, wanted.limit - written)
    const sort = wanted.sort ? { sort: wanted.sort } : {}
    const { rows, count } = await ask('messages.search', { ...scope, ...sort, offset, limit }, signal)
    total = count
    const found = fresh(rows)
    await write(writer(found))
    written += found.length
    offset += rows.length
    if (rows.length < limit) break
  }
  if (wanted.form === 'table' && written < total.value) {
    // A team archive estimates the total of a page, and the estimate may be far off.
    const { value } = total.exact ? total : await ask('messages.count', scope, signal)
    const all = plural(english, value, 'message')
    if (written < value)
      terminal.say(`Showing the first ${english.number(written)} of ${all}. To show all of them, add --limit all.`)
  }
  return written
}

/**
 * Messages that arrive during the search shift the pages, so some rows are returned twice. If rows are sorted by time,
 * remembering the last row is enough to recognise them; in any other order, all rows must be remembered.
 */
function freshRows({ sort }: Search): (rows: readonly MessageRow[]) => MessageRow[] {
  const descending = sort?.descending ?? true
  if (sort !== null && sort.field !== 'created') {
    const seen = new Set<number>()
    return (rows) => rows.filter(({ row }) => !seen.has(row) && seen.add(row))
  }
  let last = descending ? Infinity : -Infinity
  return (rows) => {
    const fresh = rows.filter(({ row }) => (descending ? row < last : row > last))
    last = fresh.at(-1)?.row ?? last
    return fresh
  }
}
