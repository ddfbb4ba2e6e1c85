import { AppError } from '#shared/contract/base/error.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import type { FoundArchive } from '#shared/contract/team.ts'
import type { SecretStore } from '../base/ports.ts'
import { reasonOf, well, wrong, type Check, type PartFinding } from './check.ts'

export type TeamCheckNeeds = {
  /** Where passwords for teams’ servers are kept. */
  readonly secrets: SecretStore
  readonly env: Readonly<Record<string, string | undefined>>
  /**
   * Lets the running app sign in, because it may have a password that is stored nowhere else; null if no app is
   * running.
   */
  readonly byApp: ((accountId: string, server: TeamServer, signal: AbortSignal) => Promise<Found>) | null
}

type Found = Pick<FoundArchive, 'server' | 'role' | 'lease'>

type Place = {
  readonly accountId: string
  readonly name: string
  readonly server: TeamServer
  readonly passwordInKeychain: boolean
}

/** Checks whether an account’s team archive can be used, with which rights, and who syncs it. */
export function teamCheck({ name, ...place }: Place, needs: TeamCheckNeeds): Check {
  const { server } = place
  const mend = serverMend(server)
  return {
    name: `account ${name}, team archive`,
    mend,
    async run(signal) {
      try {
        return finding(await signIn(place, needs, signal), server)
      } catch (thrown) {
        const { code } = AppError.from(thrown)
        const known = Object.hasOwn(problems, code) ? problems[code]!(server) : null
        return known
          ? wrong(known.sentence ?? AppError.from(thrown).message, known.mend)
          : wrong(reasonOf(thrown), mend)
      }
    },
  }
}

async function signIn(
  place: Omit<Place, 'name'>,
  { byApp, ...given }: TeamCheckNeeds,
  signal: AbortSignal,
): Promise<Found> {
  // The server’s driver is loaded through the room that uses it, and only by this check.
  const { probeTeamArchive } = await import('../archive/index.ts')
  return probeTeamArchive({ ...place, ...given }).catch((thrown: unknown) => {
    if (byApp === null || AppError.from(thrown).code !== 'team-password-missing') throw thrown
    return byApp(place.accountId, place.server, signal)
  })
}

function finding({ server, role, lease }: Found, { host, user }: TeamServer): PartFinding {
  const syncs =
    lease.name === null ? 'Nobody is syncing the archive right now.' : `The archive is synced by ${lease.name}.`
  return well(`${server} at ${host} responds. The user ${user} is ${roles[role]}. ${syncs}`)
}

const roles: Readonly<Record<Found['role'], string>> = {
  reader: 'a reader and can’t write to the archive',
  writer: 'a writer of the archive',
  owner: 'an owner of the archive',
}

/** Without `sentence`, the error’s own sentence says what happened. */
type Problem = (server: TeamServer) => { readonly sentence?: string; readonly mend: string }

const enterPassword = 'Set MAILROOM_TEAM_PASSWORD, or run mailroom team-archive join again.'

const problems: Readonly<Record<string, Problem>> = {
  'archive-away': (server) => ({
    sentence: `The server at ${server.host} does not respond on port ${server.port}.`,
    mend: serverMend(server),
  }),
  'archive-login-refused': ({ host, user }) => ({
    sentence: `The server at ${host} refused the user ${user} or the password.`,
    mend: enterPassword,
  }),
  'team-password-missing': ({ host, user }) => ({
    sentence: `Mailroom has no password for ${user} at ${host}.`,
    mend: 'Set MAILROOM_TEAM_PASSWORD, or add it to a PostgreSQL password file.',
  }),
  'team-password-elsewhere': ({ host }) => ({
    sentence: `The stored password belongs to another server or user and isn’t sent to ${host}.`,
    mend: enterPassword,
  }),
  'archive-certificate': () => ({ mend: 'Run mailroom team-archive join again with --ca or another --host.' }),
  'archive-not-granted': () => ({ mend: 'Ask an owner of the archive for access.' }),
  'archive-newer': () => ({ mend: 'Update Mailroom on this computer.' }),
  'team-archive-older': () => ({ mend: 'Ask the archive’s owner to run mailroom team-archive migrate.' }),
}

function serverMend({ host }: TeamServer): string {
  return `Check the network and the server at ${host}, then run the command again.`
}
