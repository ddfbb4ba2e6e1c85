import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import type { SecretStore } from '../base/ports.ts'
import type { Inspected } from './server/administration/inspect-archive.ts'
import { TeamPasswords } from './team-passwords.ts'

type Asked = {
  readonly accountId: string
  readonly server: TeamServer
  readonly passwordInKeychain: boolean
  readonly secrets: SecretStore
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Signs in to an account’s team archive with the password that Mailroom would use, and changes nothing. */
export async function probeTeamArchive({ accountId, secrets, env, ...place }: Asked): Promise<Inspected> {
  const password = await new TeamPasswords(secrets, env).of(accountId, place)
  const { inspectArchive } = await import('./server/administration/inspect-archive.ts')
  return inspectArchive({ server: place.server, password })
}
