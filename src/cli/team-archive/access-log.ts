import { loadAdministration } from '#core/archive/index.ts'
import type { AccessFilter, AccessLine } from '#shared/contract/team.ts'
import { accessCells, accessCsv, accessCsvHeading, accessHeadings, isoTime } from '#shared/domain/team/access-csv.ts'
import {
  accessChoices,
  accessKinds,
  onlyFromMailroom,
  type AccessChoice,
} from '#shared/contract/base/team/access-log.ts'
import { dateSpan, isDate } from '#shared/domain/query/period.ts'
import type { Given } from '../framework/command.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { withOutput } from '../framework/output.ts'
import { readChoice } from '../framework/read-values.ts'
import type { Terminal } from '../framework/terminal.ts'
import { UsageError } from '../framework/usage-error.ts'
import { readLimit, readZone } from '../search/read-search.ts'
import { TextTable } from '../text/text-table.ts'
import type { accessLogFlags } from './team-archive-flags.ts'
import { withServer } from './with-server.ts'

type LogFlags = Given<typeof accessLogFlags>['flags']

const listedLines = 50
const shownHash = 12

export async function accessLog({ flags }: Given<typeof accessLogFlags>, terminal: Terminal): Promise<ExitCode> {
  if (flags.json && flags.csv !== undefined) throw new UsageError('Give --json or --csv, not both.')
  if (flags.log !== undefined) refuseBesideLog(flags)
  if (flags.log !== undefined) return choose(flags, readChoice(flags.log, '--log', accessChoices), terminal)
  const zone = readZone(flags.zone)
  const filter = readFilter(flags, zone)
  const limit = readLimit(flags.limit, flags.csv === undefined ? listedLines : Infinity)
  const { openAccessLog } = await loadAdministration()
  const signal = terminal.interrupted()
  const { logged, lines } = await withServer(flags, terminal, async (database) => {
    const log = await openAccessLog(database)
    return withOutput({ out: flags.csv, terminal, flag: '--csv' }, async (write) => {
      const textOf = lineWriter(flags, { zone, width: terminal.width })
      let lines = 0
      if (flags.csv !== undefined) await write(accessCsvHeading)
      for await (const page of log.pages(filter, { limit, signal })) {
        await write(textOf(page))
        lines += page.length
      }
      return { logged: log.logged, lines }
    })
  })
  if (lines === 0) terminal.say('The log has no matching lines.')
  terminal.say(`${sentences[logged]} ${onlyFromMailroom}`)
  return lines === 0 ? exitCodes.nothing : exitCodes.done
}

const sentences: Readonly<Record<AccessChoice, string>> = {
  none: 'Nothing is logged.',
  changes: 'Exports, erasures and retention changes are logged.',
  all: 'Exports, erasures, retention changes, opened messages and searches for a person are logged.',
}

/** With `--log`, nothing is listed, so flags that select lines are refused. */
function refuseBesideLog(flags: LogFlags): void {
  const ofLines = ['since', 'until', 'who', 'kind', 'person', 'limit', 'csv', 'zone'] as const
  const given = ofLines.find((name) => flags[name] !== undefined)
  if (given === undefined) return
  throw new UsageError(
    `With --log, leave out --${given}: --log chooses what is logged from now on and prints no lines. To print lines, run the command again without --log.`,
  )
}

async function choose(flags: LogFlags, logged: AccessChoice, terminal: Terminal): Promise<ExitCode> {
  const { openAccessLog } = await loadAdministration()
  await withServer(flags, terminal, async (database) => (await openAccessLog(database)).choose(logged))
  const text = flags.json ? JSON.stringify({ logged }) : `${sentences[logged]} ${onlyFromMailroom}`
  await withOutput({ out: undefined, terminal }, (write) => write(`${text}\n`))
  return exitCodes.done
}

function readFilter({ since, until, who, kind, person }: LogFlags, zone: string): AccessFilter {
  const now = Date.now()
  const dayOf = (text: string, flag: string) => {
    if (!isDate(text)) throw new UsageError(`${flag} takes a day such as 2026-01-31, not "${text}".`)
    return dateSpan(text, { now, zone })
  }
  return {
    since: since === undefined ? undefined : dayOf(since, '--since').from * 1000,
    until: until === undefined ? undefined : dayOf(until, '--until').to * 1000,
    role: who,
    kind: kind === undefined ? undefined : readChoice(kind, '--kind', accessKinds),
    person,
  }
}

function lineWriter(
  { json, csv }: Pick<LogFlags, 'json' | 'csv'>,
  { zone, width }: { readonly zone: string; readonly width: number },
): (lines: readonly AccessLine[]) => string {
  if (csv !== undefined) return accessCsv
  if (json) return (lines) => lines.map((line) => `${JSON.stringify({ ...line, at: isoTime(line.at) })}\n`).join('')
  const table = new TextTable(
    accessHeadings.map((heading) => ({ heading, isCut: heading !== 'Time' && heading !== 'Messages' })),
    width,
  )
  const timeOf = (at: number): string =>
    new Date(at).toLocaleString('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return (lines) => table.add(lines.map((line) => accessCells({ ...line, person: shortened(line.person) }, timeOf)))
}

/** The first characters of the hash are enough to tell people apart. */
function shortened(hash: string | null): string | null {
  return hash === null ? null : hash.slice(0, shownHash)
}
