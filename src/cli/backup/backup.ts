import { lstat, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { BackupFile } from '#core/archive/backup-file.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { followJob } from '../app/follow-job.ts'
import { withAccount } from '../app/whole-app.ts'
import type { Given } from '../framework/command.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { destinationOf, withOutput } from '../framework/output.ts'
import type { Terminal } from '../framework/terminal.ts'
import { UsageError } from '../framework/usage-error.ts'
import type { backupFlags } from './backup-flags.ts'
import { moveWhole, refuseTaken } from './move-whole.ts'

type Typed = Given<typeof backupFlags>

export async function backup(given: Typed, terminal: Terminal): Promise<ExitCode> {
  const { flags } = given
  const target = await readPlace(given, terminal)
  return withAccount(
    flags,
    terminal,
    async ({ account, ...whole }) => {
      const { ask, hold } = whole
      const result = await followJob(whole, terminal, (signal) =>
        ask('archive.backUp', { accountId: account.id }, signal),
      )
      const { text, fileToken: token } = result!
      try {
        using file = await hold(token!)
        await moveWhole(file.path, target, { force: flags.force, signal: terminal.interrupted() })
      } finally {
        await ask('files.release', { token: token! })
      }
      if (flags.json) await report(account.name, target, terminal)
      else if (terminal.stderr.isTTY) terminal.say(text)
      return exitCodes.done
    },
    { usesKey: false },
  )
}

/** Reads the destination of the file and checks it, so that a bad path is refused before anything is copied. */
async function readPlace({ flags, operands }: Typed, terminal: Terminal): Promise<string> {
  const [typed] = operands
  if (typed === undefined) throw new UsageError('mailroom backup needs a FILE.')
  if (typed === '-')
    throw new UsageError(
      'A backup can’t be written to stdout, because the file is checked afterwards. Give a file name.',
    )
  const { target, isStream } = await destinationOf(resolve(terminal.folder, typed))
  if (isStream)
    throw new UsageError(`${typed} is a device or a pipe, so a backup can’t be written there. Give a file name.`)
  const found = await lstat(target).catch(() => null)
  if (found?.isDirectory()) throw new UsageError(`${typed} is a folder. Give the name of a file in it.`)
  if (found && !flags.force) refuseTaken(typed)
  const folder = await stat(dirname(target)).catch(() => null)
  if (folder?.isDirectory()) return target
  throw new AppError('no-folder', `The folder ${dirname(target)} does not exist. Create it first, or check the name.`)
}

async function report(account: string, path: string, terminal: Terminal): Promise<void> {
  const file = BackupFile.open(path)
  const { messages, firstCreated, lastCreated, madeAt } = file.facts
  file.close()
  const done = {
    event: 'done',
    account,
    file: path,
    messages,
    bytes: (await stat(path)).size,
    oldest: isoDate(firstCreated),
    newest: isoDate(lastCreated),
    madeAt: isoDate(madeAt),
  }
  await withOutput({ out: undefined, terminal }, (write) => write(`${JSON.stringify(done)}\n`))
}

function isoDate(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString()
}
