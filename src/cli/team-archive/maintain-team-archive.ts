import { loadAdministration, type Maintained } from '#core/archive/index.ts'
import type { Given } from '../framework/command.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { withOutput } from '../framework/output.ts'
import type { Terminal } from '../framework/terminal.ts'
import type { serverFlags } from './team-archive-flags.ts'
import { withServer } from './with-server.ts'

/** Ctrl+C ends the work after the current month and prints the result so far. */
export async function maintainTeamArchive({ flags }: Given<typeof serverFlags>, terminal: Terminal): Promise<ExitCode> {
  const { maintain } = await loadAdministration()
  const signal = terminal.interrupted()
  const done = await withServer(flags, terminal, (database) =>
    maintain(database, {
      signal,
      onProgress: (name, fraction) => terminal.progress.show(`Rewriting ${shown(name)}`, fraction),
    }),
  )
  terminal.progress.clear()
  const text = flags.json ? JSON.stringify({ ...done, cancelled: signal.aborted }) : sentences(done, signal).join('\n')
  await withOutput({ out: undefined, terminal }, (write) => write(`${text}\n`))
  if (signal.aborted) return exitCodes.interrupted
  return done.waiting.length > 0 ? exitCodes.partly : exitCodes.done
}

function sentences({ removed, rewritten, waiting, analyzed }: Maintained, { aborted }: AbortSignal): string[] {
  const others = waiting.filter((name) => name !== 'statistics')
  const lines = [
    removed.length > 0 ? `Removed empty months: ${listed(removed)}.` : 'No month was empty.',
    rewritten.length > 0
      ? `Rewrote parts that contained erased messages: ${listed(rewritten)}.`
      : 'Nothing was rewritten.',
  ]
  if (analyzed) lines.push('The statistics are up to date.')
  if (waiting.length > 0) lines.push(`Still to do: ${listed(waiting)}.`)
  if (aborted && waiting.length > 0) lines.push('Run the command again to continue.')
  else if (others.length > 0) lines.push('Other programs were using the archive. Run the command again later.')
  else if (waiting.length > 0) {
    lines.push(
      'The server’s older statistics contain samples of messages. To remove them, the database’s owner or an administrator of the server has to run this command.',
    )
  }
  if (rewritten.length > 0) {
    lines.push(
      'Backups, replicas and the server’s write-ahead log may still contain erased messages until they are replaced.',
    )
  }
  return lines
}

function listed(names: readonly string[]): string {
  return names.map(shown).join(', ')
}

const besideMonths: Readonly<Record<string, string>> = {
  address: 'addresses',
  value: 'names of values',
  setting: 'settings',
  sent: 'sent messages',
  sent_body: 'contents of sent messages',
  sent_to: 'recipients of sent messages',
  statistics: 'older statistics',
  before: 'before 2000',
  after: 'after 2100',
}

function shown(name: string): string {
  return besideMonths[name] ?? name.replace('_', '-')
}
