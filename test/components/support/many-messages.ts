import type { CommandInput, CommandOutput } from '#shared/contract/table.ts'
import type { BridgeCalls } from '../../e2e/support/hosts/page-calls.ts'
import { emptyHorizon as horizon } from '../../support/statistics/empty-horizon.ts'
import type { openMailroom } from './open-mailroom.ts'

const reported = (index: number) => ({
  id: `id-${index}`,
  email: `user${index}@example.org`,
  from: 'shop@shop.example',
  subject: `Order ${index}`,
  apiKey: 'key',
  size: 1000,
  createdDate: 1_790_000_000_000 - index,
  lastStateDate: 1_790_000_000_000 - index,
  lastState: 'delivered',
  tags: [],
  open: 0,
  click: 0,
  meta: null,
  reason: null,
})

const messageAt = (index: number) => ({ ...reported(index), row: index, complete: true })

const numbersFrom = (first: number, length: number) => Array.from({ length }, (_none, place) => first + place)

/** From now on, every search of the archive finds this many messages, to user0@example.org and so on. */
export function findMessages({ calls, unheard }: Awaited<ReturnType<typeof openMailroom>>, total: number): void {
  const count = { value: total, exact: true }
  // The archive itself is empty, and would be searched again.
  unheard.add('archive.changed')
  calls.set('messages.search', (input) => {
    const { offset, limit } = input as CommandInput<'messages.search'>
    const rows = numbersFrom(offset, Math.min(limit, total - offset)).map(messageAt)
    return { ok: true, output: { rows, offset, count, horizon } satisfies CommandOutput<'messages.search'> }
  })
  calls.set('messages.count', () => ({ ok: true, output: { ...count, horizon } }))
}

/** The same for searches of the service. */
export function findLiveMessages(calls: BridgeCalls, total: number): void {
  calls.set('live.search', (input) => {
    const { page, pageSize } = input as CommandInput<'live.search'>
    const rows = numbersFrom((page - 1) * pageSize, pageSize).map(reported)
    const output = { rows, total, problems: 0, reasons: [], askedAt: Date.now() }
    return { ok: true, output: output satisfies CommandOutput<'live.search'> }
  })
}

/** The whole message at an index, as `messages.get` returns it. */
export function fullMessage(index: number): CommandOutput<'messages.get'> {
  return { message: messageAt(index), events: [], sent: null, horizon }
}
