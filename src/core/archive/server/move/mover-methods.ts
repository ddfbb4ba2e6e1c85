import type { BackupStep } from '../../port/archive-port.ts'
import type { Lessee } from '../../port/team-port.ts'
import { ServerDatabase } from '../connection/server-database.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import { Lease } from '../team/lease.ts'
import { moveDown, type MoveDown } from './move-down.ts'
import { moveUp, type MoveUp } from './move-up.ts'

type MoverData = {
  readonly server: TeamServer
  readonly password: string
  readonly lessee: Lessee
  readonly leaseSeconds: number
}

/** A completed step, or the result after the last one. */
export type MoverStep<Moved> =
  { readonly moved: Moved; readonly step: null } | { readonly moved: null; readonly step: BackupStep }

/** The methods of a thread that moves one archive. Each call performs one step and accesses the file directly. */
export function moverMethods({ server, password, lessee, leaseSeconds }: MoverData) {
  const database = new ServerDatabase(server, password)
  const lease = new Lease(database, lessee, leaseSeconds)
  let up: ReturnType<typeof moveUp> | null = null
  let down: ReturnType<typeof moveDown> | null = null
  return {
    up: (asked: MoveUp) => stepOf((up ??= moveUp(database, lease, asked))),
    down: (asked: MoveDown) => stepOf((down ??= moveDown(database, asked))),
    async close() {
      // A failure is ignored: if the server can’t be reached, the lease expires.
      await up?.return({ messages: 0 }).catch(() => undefined)
      await down?.return({ messages: 0, keepsErasedOut: false }).catch(() => undefined)
      await lease.release().catch(() => undefined)
      await database.close()
    },
  }
}

async function stepOf<Moved>(steps: AsyncGenerator<BackupStep, Moved>): Promise<MoverStep<Moved>> {
  const { done, value } = await steps.next()
  return done === true ? { moved: value, step: null } : { moved: null, step: value }
}

export type MoverMethods = ReturnType<typeof moverMethods>
