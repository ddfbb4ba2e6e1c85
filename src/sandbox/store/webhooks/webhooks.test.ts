import { expect, onTestFinished, test } from 'vitest'
import { insertOne, now, send, storePath } from '#test/sandbox/support/stores.ts'
import { openStore, type Store } from '../store.ts'
import type { StoredCall } from '../types/webhook-types.ts'

const input = { url: 'http://127.0.0.1/', description: '', events: ['delivered' as const] }

function call(number: number): StoredCall {
  return { recipient: `${number}`, subject: '', event: 'delivered', eventDate: now, calledAt: now, error: null }
}

function opened(path: string): Store {
  const store = openStore({ path })
  onTestFinished(() => store.close())
  return store
}

test('the log keeps the last 10,000 calls', () => {
  const { webhooks } = opened(':memory:')
  const { id } = webhooks.add(input, now)
  const other = webhooks.add(input, now)
  webhooks.called(other.id, [call(-1)])
  for (let first = 0; first < 10_250; first += 50) {
    webhooks.called(
      id,
      Array.from({ length: 50 }, (_, index) => call(first + index)),
    )
  }
  const kept = webhooks.calls(id, { page: 1, pageSize: 20_000, descending: false })
  expect([kept.length, kept[0]!.recipient, kept.at(-1)!.recipient]).toEqual([10_000, '250', '10249'])
  expect(webhooks.get(id)).toMatchObject({ success: 10_250 })
  expect(webhooks.newestCalls(other.id, 10)).toHaveLength(1)
})

test('an event is planned in its transaction, and gone with it', () => {
  const store = opened(':memory:')
  const { id } = store.webhooks.add(input, now)
  expect(() =>
    store.transaction(() => {
      store.messages.recordEvent(insertOne(store, { email: 'a@x.org' }), { type: 'delivered', date: now })
      throw new Error('full')
    }),
  ).toThrow('full')
  expect(store.plannedCalls.count(id)).toBe(0)
  store.messages.recordEvent(insertOne(store, { email: 'a@x.org' }), { type: 'delivered', date: now })
  expect(store.plannedCalls.count(id)).toBe(1)
})

test('data of version 3 keeps everything and gets the new tables', async () => {
  const path = await storePath()
  const before = openStore({ path })
  const { id } = before.webhooks.add(input, now)
  before.webhooks.called(id, [call(1)])
  const [[message]] = before.messages.insert([send([{ email: 'a@x.org' }])]) as [[string]]
  before.database.exec(
    `DROP INDEX webhook_calls_made; DROP TABLE webhook_plans; DROP TABLE ips; DROP TABLE replies;
      DROP TABLE absences; PRAGMA user_version = 3`,
  )
  before.close()

  const store = opened(path)
  expect(store.webhooks.list()).toMatchObject([{ id, success: 1 }])
  expect(store.webhooks.newestCalls(id, 10)).toMatchObject([{ recipient: '1' }])
  expect(store.database.sql('SELECT count(*) AS count FROM ips').get()).toMatchObject({ count: 0 })
  expect(store.database.sql('PRAGMA user_version').get()).toMatchObject({ user_version: 5 })
  store.messages.recordEvent(message, { type: 'delivered', date: now })
  expect(store.messages.detail(message)).toMatchObject({ lastState: 'delivered' })
  expect(store.plannedCalls.count(id)).toBe(1)
})
