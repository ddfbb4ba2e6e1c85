import { expect, it } from 'vitest'
import type { Message } from '#shared/domain/messages/record.ts'
import { readRecipient } from '#core/recipients/recipient-timeline.ts'
import { generateMessages } from '#test/core/archive/support/generate.ts'
import { openArchive } from '#test/core/archive/support/open-archive.ts'

const context = { now: Date.UTC(2026, 0, 1), zone: 'UTC' }

it('lists what happened to a recipient’s messages, and why they did not get one', async () => {
  const archive = await openArchive()
  const [base] = [...generateMessages({ count: 1 })]
  const at = (hour: number): number => Date.UTC(2026, 0, 1, hour)
  const mail = (id: string, hour: number, more: Partial<Message>): Message => ({
    ...base!,
    id,
    email: 'Li@Example.org',
    createdDate: at(hour),
    lastStateDate: at(hour),
    reason: null,
    open: 0,
    click: 0,
    ...more,
  })
  await archive.import([
    mail('a', 1, { lastState: 'delivered', open: 2 }),
    mail('b', 2, { lastState: 'hardbounced', reason: '550 user unknown' }),
  ])
  expect(await readRecipient(archive, 'li@example.org', { context })).toMatchObject({
    counters: { messages: 2, delivered: 1, hardbounced: 1, open: 2, opener: 1 },
    lastDelivery: at(1),
    lastFailure: { id: 'b' },
    total: 2,
  })
  // A complaint after the delivery is not a delivery, and messages that were never sent count too.
  await archive.import([
    mail('c', 3, { lastState: 'complaint', lastStateDate: at(9) }),
    mail('d', 4, { lastState: 'rejected' }),
    mail('e', 5, { lastState: 'filtered' }),
  ])
  expect(await readRecipient(archive, 'li@example.org', { context })).toMatchObject({
    counters: { messages: 5, delivered: 2, hardbounced: 1, notSent: 2, complaint: 1 },
    lastDelivery: at(3),
  })
  expect((await readRecipient(archive, 'nobody@example.org', { context })).total).toBe(0)
})
