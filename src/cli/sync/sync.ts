import { dateSpan, isDate } from '#shared/domain/query/period.ts'
import { followJob } from '../app/follow-job.ts'
import { withAccount } from '../app/whole-app.ts'
import type { Given } from '../framework/command.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { withOutput } from '../framework/output.ts'
import type { Terminal } from '../framework/terminal.ts'
import { UsageError } from '../framework/usage-error.ts'
import type { syncFlags } from './sync-flags.ts'

export function sync({ flags }: Given<typeof syncFlags>, terminal: Terminal): Promise<ExitCode> {
  const from = flags.from === undefined ? null : readFrom(flags.from)
  return withAccount(flags, terminal, async ({ account, ...whole }) => {
    const { ask } = whole
    const accountId = account.id
    if (from !== null) await ask('sync.configure', { accountId, options: { from } })
    else if ((await ask('sync.status', { accountId })).options.from === null) {
      throw new UsageError(
        'The first sync of an account needs to know how far back to read. Add --from, for example --from 2026-01-31 or --from all.',
      )
    }
    const result = await followJob(whole, terminal, (signal) => ask('sync.now', { accountId }, signal))
    const { messages, horizon } = await ask('archive.info', { accountId })
    const gaps = horizon.gaps.length
    const text = result?.text ?? ''
    if (flags.json) {
      const done = { event: 'done', account: account.name, text, messages, gaps }
      await withOutput({ out: undefined, terminal }, (write) => write(`${JSON.stringify(done)}\n`))
    } else if (gaps > 0 || terminal.stderr.isTTY) terminal.say(text)
    return gaps > 0 ? exitCodes.partly : exitCodes.done
  })
}

function readFrom(text: string): number {
  if (text === 'all') return 0
  if (!isDate(text)) throw new UsageError(`--from takes a day such as 2026-01-31, or all, not "${text}".`)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return dateSpan(text, { now: Date.now(), zone }).from
}
