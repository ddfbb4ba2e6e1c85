import { AppError } from '#shared/contract/base/error.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import { withAccount } from '../app/whole-app.ts'
import type { Given } from '../framework/command.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { withOutput } from '../framework/output.ts'
import type { Terminal } from '../framework/terminal.ts'
import type { joinFlags, leaveFlags } from './team-archive-flags.ts'
import { readGivenServer, wordedFor } from './with-server.ts'

/**
 * Runs `mailroom team-archive join`. A password from the environment or a password file is normally not stored, because
 * later runs find it there again.
 */
export async function joinTeamArchive({ flags }: Given<typeof joinFlags>, terminal: Terminal): Promise<ExitCode> {
  const { server, password, isTyped } = await readGivenServer(flags, terminal)
  return withAccount(flags, terminal, async ({ ask, account, keep }) => {
    const accountId = account.id
    const found = await wordedFor(server, ask('team.test', { accountId, server, password }, terminal.interrupted()))
    if (found.messages === 0 && account.teamServer === null && !flags.empty) {
      const { messages } = await ask('archive.info', { accountId })
      if (messages > 0) throw notMovedError(account.name, messages)
    }
    const join = (given: { readonly password?: string }) =>
      wordedFor(server, ask('team.join', { accountId, server, ...given, keep }, terminal.interrupted()))
    await join(isTyped ? { password } : {}).catch((thrown: unknown) => {
      // If another Mailroom holds the data folder, its environment may have a different password, or none.
      if (!passwordProblems.has(AppError.from(thrown).code)) throw thrown
      return join({ password })
    })
    const sentence = `${account.name} uses the team archive at ${server.host}, which has ${found.messages} messages.`
    const text = flags.json ? JSON.stringify({ ...found, joinedBy: account.name }) : sentence
    await withOutput({ out: undefined, terminal }, (write) => write(`${text}\n`))
    return exitCodes.done
  })
}

const passwordProblems: ReadonlySet<string> = new Set([
  'team-password-missing',
  'team-password-elsewhere',
  'archive-login-refused',
])

/**
 * The error for joining an empty archive while the account has messages in a file: they can be moved there only until
 * somebody syncs the archive.
 */
function notMovedError(name: string, messages: number): AppError {
  return new AppError(
    'messages-not-moved',
    `The team archive is empty, and ${name} has ${plural(english, messages, 'message')} in a file on this computer. To move them first, run mailroom team-archive move. To leave them in the file, add --empty.`,
  )
}

export function leaveTeamArchive({ flags }: Given<typeof leaveFlags>, terminal: Terminal): Promise<ExitCode> {
  return withAccount(
    flags,
    terminal,
    async ({ ask, account }) => {
      const before = account.teamServer
      await ask('team.leave', { accountId: account.id }, terminal.interrupted())
      const sentence = before
        ? `${account.name} uses a file on this computer again. The archive at ${before.host} stays as it is.`
        : `${account.name} already uses a file on this computer.`
      const text = flags.json ? JSON.stringify({ account: account.name, left: before?.host ?? null }) : sentence
      await withOutput({ out: undefined, terminal }, (write) => write(`${text}\n`))
      return exitCodes.done
    },
    { usesKey: false },
  )
}
