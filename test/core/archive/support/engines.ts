import { onTestFinished } from 'vitest'
import type { ArchivePort } from '#core/archive/index.ts'
import { ServerArchive } from '#core/archive/server/server-archive.ts'
import { systemClock } from '#core/node/system-clock.ts'
import { workerCode } from '#test/support/worker-code.ts'
import { createSchema, hasPostgres } from './open-server.ts'
import { openArchive } from './open-archive.ts'

/** An empty team archive on a server, in a schema that only this test uses. */
async function openServerArchive(name = 'Ada’s Mailroom on ada-laptop'): Promise<ServerArchive> {
  const { server, password } = await createSchema()
  return joinServerArchive({ server, password, name })
}

type Joined = Awaited<ReturnType<typeof createSchema>> & { readonly name: string; readonly leaseSeconds?: number }

let starts = 0

/** Opens the same archive as another program would. */
export async function joinServerArchive({ server, password, name, leaseSeconds }: Joined): Promise<ServerArchive> {
  const lessee = { id: `${process.pid}-${++starts}`, name }
  const worker = workerCode('team-archive')
  const archive = await ServerArchive.open({ server, password, lessee, worker, clock: systemClock, leaseSeconds })
  onTestFinished(() => archive.close().catch(() => undefined))
  return archive
}

/** The methods that both engines have. */
export type EngineArchive = Pick<ArchivePort, keyof ArchivePort & keyof ServerArchive>

export type Engine = {
  readonly name: string
  /** Whether this machine can run the engine. */
  readonly isThere: boolean
  /** Enough messages for several blocks of a file, and more than one read of a server returns. */
  readonly size: number
  open(): Promise<EngineArchive>
}

export const engines: readonly Engine[] = [
  { name: 'in a file', isThere: true, size: 40_000, open: () => openArchive() },
  { name: 'on a server', isThere: hasPostgres, size: 7000, open: () => openServerArchive() },
]
