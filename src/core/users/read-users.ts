import { AppError } from '#shared/contract/base/error.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import type { User } from '#shared/contract/users.ts'
import { withheldCodes, type ServiceClient } from '../api/index.ts'

type Client = Pick<ServiceClient, 'users' | 'extras' | 'learned'>

export async function listUsers(client: Client, signal: AbortSignal): Promise<CommandOutput<'users.list'>> {
  if (client.learned().abilities?.['GET /users'] === 'no') return { users: null, unreadable: 0 }
  try {
    const { items, problems } = await client.extras.users({ signal, expected: withheldCodes })
    return { users: items.map(shown), unreadable: problems.length }
  } catch (thrown) {
    if (withheldCodes.includes(AppError.from(thrown).code)) return { users: null, unreadable: 0 }
    throw thrown
  }
}

export async function readUser(client: Client, id: string, signal: AbortSignal): Promise<User> {
  try {
    return shown(await client.users.get(id, { signal, expected: ['not-found'] }))
  } catch (thrown) {
    if (AppError.from(thrown).code !== 'not-found') throw thrown
    throw new AppError(
      'not-found',
      'The service has no user with this ID. Check the ID, and make sure you chose the right account.',
    )
  }
}

/** Leaves out fields unknown to Mailroom, since any of them might be a secret. */
function shown({ extra: _extra, settings, ...user }: Awaited<ReturnType<Client['users']['get']>>): User {
  if (settings === null) return { ...user, settings }
  const { newsletter, language, dateFormat, timeFormat, timezone } = settings
  return { ...user, settings: { newsletter, language, dateFormat, timeFormat, timezone } }
}
