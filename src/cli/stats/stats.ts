import { longestMetaKey } from '#shared/contract/base/search-limits.ts'
import { mostGroupValues } from '#shared/contract/base/statistics-limits.ts'
import type { Counters } from '#shared/contract/statistics.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { whileReading } from '../app/reading.ts'
import { readChoice } from '../framework/read-values.ts'
import type { Given } from '../framework/command.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { withOutput } from '../framework/output.ts'
import type { Terminal } from '../framework/terminal.ts'
import { UsageError } from '../framework/usage-error.ts'
import { readLimit, readQuery, readZone } from '../search/read-search.ts'
import { figuresText, groupText, type Form, type Line } from './figures-text.ts'
import { groupNames, type statsFlags } from './stats-flags.ts'

type Grouping = (typeof groupNames)[number] | { readonly metaKey: string }

const withoutQuery = 'last:30d'
const listedValues = 20

export async function stats({ flags, operands }: Given<typeof statsFlags>, terminal: Terminal): Promise<ExitCode> {
  if (flags.json && flags.csv) throw new UsageError('Give --json or --csv, not both.')
  const form: Form = flags.json ? 'json' : flags.csv ? 'csv' : 'text'
  const by = flags.by === undefined ? null : readGrouping(flags.by)
  const limit = readLimit(flags.limit, by === 'day' ? Infinity : listedValues)
  const text = readQuery(operands) || withoutQuery
  const zone = readZone(flags.zone)
  const { width } = terminal
  const signal = terminal.interrupted()
  return whileReading(flags, terminal, async ({ ask, account }) => {
    const wanted = {
      accountId: account.id,
      text,
      zone,
      groups: typeof by === 'string' && by !== 'day' ? [by] : [],
      metaKey: by !== null && typeof by === 'object' ? by.metaKey : null,
      limit: Math.min(limit, mostGroupValues),
    }
    const counted = await ask('statistics.archive', wanted, signal)
    const isNothing = counted.total.messages === 0
    if (isNothing) terminal.say(`${account.name} has no messages that match “${text}”.`)
    // Programs expect a zero, and a file from an earlier call must not keep its figures.
    if (isNothing && form === 'text' && (flags.out ?? '-') === '-') return exitCodes.nothing
    const lines = by === null ? [] : linesOf(counted, by)
    const result =
      by === null
        ? figuresText(counted.total, { form, heading: `${account.name}, ${text}`, width })
        : groupText(by === 'day' ? newest(lines, limit) : lines.slice(0, limit), {
            form,
            heading: flags.by ?? '',
            width,
          })
    await withOutput({ out: flags.out, terminal }, (write) => write(result))
    return isNothing ? exitCodes.nothing : exitCodes.done
  })
}

/** Days are listed from the oldest to the newest. */
function newest(days: readonly Line[], limit: number): readonly Line[] {
  return days.slice(Math.max(0, days.length - limit))
}

function readGrouping(text: string): Grouping {
  const isMeta = text.startsWith('meta:') && text.length > 'meta:'.length
  if (!isMeta) return readChoice(text, '--by', groupNames)
  const metaKey = text.slice('meta:'.length)
  if (metaKey.length > longestMetaKey)
    throw new UsageError(`A metadata key can have at most ${longestMetaKey} characters.`)
  return { metaKey }
}

function linesOf(counted: CommandOutput<'statistics.archive'>, by: Grouping): Line[] {
  if (by === 'day') return counted.days.map(({ day, ...counters }) => ({ value: day, counters }))
  const grouped = typeof by === 'string' ? counted.groups[by] : counted.meta
  return (grouped?.values ?? []).map(({ value, ...counters }: { value: string } & Counters) => ({ value, counters }))
}
