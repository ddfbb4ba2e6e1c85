import { AppError } from '#shared/contract/base/error.ts'
import type { FoundArchive } from '#shared/contract/team.ts'
import type { ServiceClient } from '../api/index.ts'
import type { Inspected } from '../archive/index.ts'

type Asked = {
  readonly service: string
  readonly user: string
  readonly statistics: Pick<ServiceClient['statistics'], 'message'>
  readonly signal: AbortSignal
}

/**
 * Whether an archive contains this account’s messages; `unknown` if the service can’t be queried. Team members may sign
 * in as different users of one account, so the service is queried for the archive’s newest message.
 */
export async function belongsTo(
  { account, messages, newestId }: Pick<Inspected, 'account' | 'messages' | 'newestId'>,
  { service, user, statistics, signal }: Asked,
): Promise<FoundArchive['belongs']> {
  if (account === null && messages === 0) return 'new'
  if (account !== null && account.service !== service) return 'no'
  if (account?.user === user) return 'yes'
  if (newestId === null) return 'no'
  try {
    await statistics.message(newestId, { signal })
    return 'yes'
  } catch (thrown) {
    signal.throwIfAborted()
    return AppError.from(thrown).code === 'not-found' ? 'no' : 'unknown'
  }
}
