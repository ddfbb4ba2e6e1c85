import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, resolve } from 'node:path'
import { accountFolder, serviceOf } from '#core/accounts/stored-accounts.ts'
import { loadAdministration, loadMoves, withoutErased, type ServerArchiveOptions } from '#core/archive/index.ts'
import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import { systemClock } from '#core/node/index.ts'
import { chooseAccount } from '../app/account.ts'
import { pathsOf } from '../app/paths.ts'
import { readAccounts, whileReading } from '../app/reading.ts'
import type { Given } from '../framework/command.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { withOutput } from '../framework/output.ts'
import type { Terminal } from '../framework/terminal.ts'
import { UsageError } from '../framework/usage-error.ts'
import type { moveFlags } from './team-archive-flags.ts'
import { readGivenServer, wordedFor } from './with-server.ts'

type Flags = Given<typeof moveFlags>['flags']
type Step = { readonly note: string; readonly fraction: number | null }

/** Ctrl+C ends the move after the step in progress. */
export async function moveTeamArchive({ flags }: Given<typeof moveFlags>, terminal: Terminal): Promise<ExitCode> {
  const moving = flags.down === undefined ? moveUp(flags, terminal) : moveDown(flags, flags.down, terminal)
  const done = await moving.catch((thrown: unknown) => {
    if (terminal.interrupted().aborted) return null
    throw thrown
  })
  if (done === null) {
    terminal.say(flags.down === undefined ? stoppedUp : stoppedDown)
    return exitCodes.interrupted
  }
  const { sentence, ...result } = done
  const text = flags.json ? JSON.stringify(result) : sentence
  await withOutput({ out: undefined, terminal }, (write) => write(`${text}\n`))
  return exitCodes.done
}

const stoppedUp = 'The move was stopped. To continue it, run the command again.'
const stoppedDown = 'The copy was stopped, and no file was written. To start it over, run the command again.'

async function moveUp(flags: Flags, terminal: Terminal) {
  const account = chooseAccount(await readAccounts(flags.data, terminal), { wanted: flags.account, terminal })
  const { moveToServer } = await loadMoves()
  const folder = accountFolder(pathsOf(flags.data, terminal).data, account.id)
  const following = followedBy(terminal)
  const server = await readServer(flags, terminal)
  if (account.teamServer !== null) return alreadyUsed(account, account.teamServer, server.server)
  const from = { folder, source: account.id, account: { service: serviceOf(account), user: account.user } }
  const moving = moveToServer(server, { ...from, ...following }).catch(async (thrown: unknown) => {
    if (AppError.from(thrown).code !== 'archive-not-empty' || !(await holdsAll(server, account, flags, terminal))) {
      throw thrown
    }
    return null
  })
  const moved = await wordedFor(server.server, moving)
  terminal.progress.clear()
  if (moved === null) {
    const sentence = `The team archive already has as many messages as ${account.name}, and the same newest one, so nothing was moved. To use it, run mailroom team-archive join.`
    return { sentence, account: account.name, messages: 0 }
  }
  const { messages } = moved
  const sentence = `Moved ${messages} messages of ${account.name} into the team archive. The file stays as it is. To use the team archive, run mailroom team-archive join.`
  return { sentence, account: account.name, messages }
}

function alreadyUsed({ name }: Account, used: TeamServer, given: TeamServer) {
  const placeOf = ({ host, port, database, schema }: TeamServer) => JSON.stringify([host, port, database, schema])
  if (placeOf(used) === placeOf(given)) {
    const sentence = `${name} already uses this team archive, so there is nothing to move.`
    return { sentence, account: name, messages: 0 }
  }
  throw new AppError(
    'conflict',
    `${name} already uses the team archive at ${used.host}, so nothing was moved. To move the earlier file of ${name}, run mailroom team-archive leave first.`,
  )
}

/** Whether an earlier move has copied everything: the archive has as many messages as the file, and the same newest one. */
async function holdsAll(
  { server, password }: ServerArchiveOptions,
  account: Account,
  { data }: Flags,
  terminal: Terminal,
): Promise<boolean> {
  const { inspectArchive } = await loadAdministration()
  const there = await inspectArchive({ server, password })
  return whileReading({ data, account: account.id }, terminal, async ({ ask }) => {
    const accountId = account.id
    const { messages } = await ask('archive.info', { accountId })
    const { rows } = await ask('messages.search', { accountId, text: '', zone: 'UTC', offset: 0, limit: 1 })
    return messages === there.messages && rows[0]?.id === there.newestId
  })
}

async function moveDown(flags: Flags, typed: string, terminal: Terminal) {
  const target = resolve(terminal.folder, typed)
  if (flags.account !== undefined) throw new UsageError('With --down, leave out --account.')
  if (existsSync(target)) throw new UsageError(`${typed} already exists. Choose another name.`)
  if (!existsSync(dirname(target)))
    throw new UsageError(`The folder ${dirname(target)} does not exist. Create it first, or check the path.`)
  const { moveToFile } = await loadMoves()
  const following = followedBy(terminal)
  const server = await readServer(flags, terminal)
  const copying = moveToFile(server, target, { account: server.server.schema, ...following })
  const moved = await wordedFor(server.server, copying)
  terminal.progress.clear()
  await logCopy(server, moved.messages, terminal)
  const copied = `Copied ${moved.messages} messages from the team archive to ${typed}.`
  const sentence = moved.keepsErasedOut ? copied : `${copied} ${withoutErased}`
  return { sentence, file: target, ...moved }
}

/** The file is already complete, so a failure to log the copy is only reported. */
async function logCopy(options: ServerArchiveOptions, messages: number, terminal: Terminal): Promise<void> {
  const { administer, logAccess } = await loadAdministration()
  try {
    await administer(options, (database) => logAccess(database, options.lessee.name, { kind: 'exported', messages }))
  } catch (thrown) {
    terminal.say(`This copy could not be added to the archive’s access log: ${AppError.from(thrown).message}`)
  }
}

function followedBy(terminal: Terminal) {
  const progress = ({ note, fraction }: Step): void => terminal.progress.show(note, fraction)
  return { signal: terminal.interrupted(), progress }
}

async function readServer(flags: Flags, terminal: Terminal): Promise<ServerArchiveOptions> {
  const worker = pathsOf(flags.data, terminal).worker('team-archive')
  const lessee = { id: randomUUID(), name: `The command line on ${hostname()}` }
  const { server, password } = await readGivenServer(flags, terminal)
  return { server, password, lessee, worker, clock: systemClock }
}
