import { createInterface } from 'node:readline'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import { ServerArchive } from '#core/archive/server/server-archive.ts'
import { systemClock } from '#core/node/system-clock.ts'
import { workerCode } from '#test/support/worker-code.ts'
import { generateMessages } from './generate.ts'

export type LesseeTask = { readonly server: TeamServer; readonly password: string; readonly leaseSeconds: number }

/** Messages of one write, the same in every run. */
export function partOf(at: number): { messages: ReturnType<typeof messagesOf>; covered: { from: number; to: number } } {
  const from = Date.UTC(2026, 0, 1) + at * 3_600_000
  return { messages: messagesOf(at, from), covered: { from: from / 1000, to: from / 1000 + 3599 } }
}

function messagesOf(at: number, from: number) {
  return [...generateMessages({ count: 40, seed: at, from, to: from + 3_600_000 })]
}

/**
 * A Mailroom that syncs: it takes the lease, then writes one part for each line of its stdin. It prints `held`, and
 * then the number of each written part or an error code.
 */
if (process.argv[1] === import.meta.filename) {
  const { server, password, leaseSeconds } = JSON.parse(process.argv[2]!) as LesseeTask
  const lessee = { id: `${process.pid}`, name: 'Ada’s Mailroom' }
  const worker = workerCode('team-archive')
  const archive = await ServerArchive.open({ server, password, lessee, worker, clock: systemClock, leaseSeconds })
  await archive.takeLease()
  process.stdout.write('held\n')
  for await (const line of createInterface(process.stdin)) {
    const { messages, covered } = partOf(Number(line))
    try {
      await archive.import(messages, { covered })
      process.stdout.write(`${line}\n`)
    } catch (error) {
      process.stdout.write(`${(error as { code: string }).code}\n`)
    }
  }
  await archive.close()
}
