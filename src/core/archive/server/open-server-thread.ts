import type { Clock } from '../../base/ports.ts'
import { Channel, type Methods } from '../../base/threads/channel.ts'
import { closedError } from '../engine/archive-thread.ts'
import type { Lessee } from '../port/team-port.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import type { ServerWorkerData } from './server-methods.ts'
import { leaseSeconds } from './team/lease.ts'

export type ServerArchiveOptions = {
  readonly server: TeamServer
  readonly password: string
  readonly lessee: Lessee
  /** `Paths.worker('team-archive')`. */
  readonly worker: URL
  readonly clock: Clock
  /** Set only by tests. */
  readonly leaseSeconds?: number | undefined
}

const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 1024 }

export function openServerThread<Calls extends Methods>(
  role: ServerWorkerData['role'],
  { server, password, lessee, worker, leaseSeconds: seconds = leaseSeconds }: ServerArchiveOptions,
): Promise<Channel<Calls>> {
  const workerData: ServerWorkerData = { role, server, password, lessee, leaseSeconds: seconds }
  return Channel.open<Calls>({
    code: worker,
    name: `team archive ${role}`,
    workerData,
    resourceLimits,
    endedError: closedError,
  })
}
