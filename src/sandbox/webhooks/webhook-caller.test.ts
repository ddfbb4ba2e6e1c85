import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { insertOne, now } from '#test/sandbox/support/stores.ts'
import { SandboxClock } from '../base/clock.ts'
import { openStore } from '../store/index.ts'
import { WebhookCaller } from './webhook-caller.ts'

test('a call that ended just before the content is replaced is not recorded in the new content', async () => {
  const store = openStore({ path: ':memory:' })
  const clock = new SandboxClock(store.settings, { fixedStart: now })
  const caller = new WebhookCaller({ store, clock, webhookHosts: [], onError: () => undefined })
  onTestFinished(async () => {
    await caller.close()
    store.close()
  })
  const added = store.webhooks.add({ url: 'http://127.0.0.1/', description: '', events: ['delivered'] }, now)
  const plan = (email: string): void => {
    store.webhooks.write({ ...added, fault: 'refused' })
    store.messages.recordEvent(insertOne(store, { email }), { type: 'delivered', date: now })
  }
  plan('old@x.org')
  caller.open()
  // The first turn makes the call, and the second one records it.
  await nextTurn()
  store.reset()
  plan('new@x.org')
  caller.reset()
  await caller.settle()
  expect(store.webhooks.newestCalls(added.id, 10).map(({ recipient }) => recipient)).toEqual(['new@x.org'])
})
