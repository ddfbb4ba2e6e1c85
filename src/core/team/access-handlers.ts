import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import type { AccessFilter } from '#shared/contract/team.ts'
import { accessCsv, accessCsvHeading } from '#shared/domain/team/access-csv.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import type { HandlersOf } from '../base/handlers.ts'
import type { Ports } from '../base/ports.ts'
import { writeWhole } from '../base/whole-files/part-file.ts'
import { exportsFolder, type FileTokens } from '../files/index.ts'

export type AccessNeeds = {
  readonly ports: Pick<Ports, 'paths'>
  readonly accounts: Accounts
  readonly archives: Archives
  readonly files: FileTokens
}

type AccessHandlers = Pick<HandlersOf<'team'>, 'team.accessLog' | 'team.chooseAccessLog' | 'team.exportAccessLog'>
type Team = NonNullable<Awaited<ReturnType<Archives['teamOf']>>>

/** Handlers for the owner of an archive to read and configure its access log. */
export function accessHandlers({ ports, accounts, archives, files }: AccessNeeds): AccessHandlers {
  /** Why this user may not read the log; null if reading is allowed. */
  async function refusalOf(team: Team, accountId: string): Promise<string | null> {
    const missing = await team.missing()
    if (missing !== null) return missing
    if (await team.isOwner()) return null
    const user = accounts.teamServers.of(accountId)?.server.user ?? 'this user'
    return `Only the owner of the team archive can read its access log and choose what is logged. ${user} is not the owner.`
  }

  async function teamOf(accountId: string): Promise<Team> {
    const team = await archives.teamOf(accountId)
    if (team) return team
    throw new AppError('no-team-archive', 'This account’s archive is a file on this computer, which has no access log.')
  }

  async function logOf(accountId: string): Promise<Team> {
    const team = await teamOf(accountId)
    const refusal = await refusalOf(team, accountId)
    if (refusal === null) return team
    throw new AppError('access-log-refused', refusal)
  }

  async function writeCsv(accountId: string, filter: AccessFilter, signal: AbortSignal): Promise<string> {
    const team = await logOf(accountId)
    const path = join(await exportsFolder(ports.paths.data), `${randomUUID()}.csv`)
    await writeWhole(
      path,
      async (part) => {
        await part.write([Buffer.from(accessCsvHeading)])
        for await (const lines of team.accessPages(filter, { limit: Infinity, signal })) {
          await part.write([Buffer.from(accessCsv(lines))])
        }
      },
      { mode: 0o600 },
    )
    return path
  }

  return {
    'team.accessLog': async ({ accountId, filter, before, limit }) => {
      const team = await teamOf(accountId)
      const [refused, logged] = await Promise.all([refusalOf(team, accountId), team.loggedAccess()])
      const lines = refused === null ? await team.accessPage(filter, { before, limit }) : []
      return { refused, logged, lines }
    },
    'team.chooseAccessLog': async ({ accountId, choice }) => {
      const team = await logOf(accountId)
      await team.chooseLogged(choice)
      return { logged: await team.loggedAccess() }
    },
    'team.exportAccessLog': async ({ accountId, filter }, { signal }) => {
      const name = `${accounts.get(accountId).name} access log.csv`
      const path = await writeCsv(accountId, filter, signal)
      try {
        const { token } = await files.register(path, { name, isCopy: true })
        return { fileToken: token, name }
      } catch (thrown) {
        await rm(path, { force: true })
        throw thrown
      }
    },
  }
}
