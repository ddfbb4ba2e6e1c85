import { onTestFinished, expect, test } from 'vitest'
import { insertOne, send } from '#test/sandbox/support/stores.ts'
import { SandboxData } from '../sandbox-data.ts'
import { createSandboxParts } from '../sandbox-parts.ts'
import { WorkingFolder } from '../snapshots/working-folder.ts'

/** Enough messages for a search of several turns. */
const many = 30_000

test('a wait does not search all earlier messages before it returns one that arrives meanwhile', async () => {
  const data = SandboxData.open({})
  const working = new WorkingFolder(undefined)
  const startFork = () => Promise.reject(new Error('No fork is started in this test.'))
  const { outbox } = createSandboxParts({}, { data, working, startFork })
  onTestFinished(async () => {
    await outbox.close()
    data.store.close()
    working.close()
  })
  const { store } = data
  store.messages.insert([send(Array.from({ length: many }, (_, index) => ({ email: `person${index}@x.example` })))])
  const ended: string[] = []
  const search = outbox.list({ to: 'nobody@x.example' }).finally(() => ended.push('search'))
  const waiting = outbox.waitFor({ to: 'new@x.example', timeout: 60_000 }).finally(() => ended.push('wait'))
  const id = insertOne(store, { email: 'new@x.example' })
  outbox.accepted([id])
  expect((await waiting).id).toBe(id)
  expect(await search).toEqual([])
  expect(ended).toEqual(['wait', 'search'])
})
