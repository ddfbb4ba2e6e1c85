import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import type { KeptSend } from '#core/bodies/index.ts'
import { bodiesWriterMethods } from '#core/bodies/store/methods.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'

const forServer = { isForServer: true }

function sendOf(text: string, ...addresses: string[]): KeptSend {
  return { at: 1, content: { text, html: '', columns: [] }, to: addresses.map((address) => ({ address })) }
}

async function openWriter() {
  const folder = await temporaryFolder()
  const writer = bodiesWriterMethods(folder)
  onTestFinished(() => writer.close())
  return { writer, path: join(folder, 'bodies.sqlite') }
}

test('pending changes keep their order, recipients and values, and are removed with the copy once they have arrived', async () => {
  const { writer } = await openWriter()
  const content = { text: 'Hi {{name}}', html: '', columns: ['name'] }
  const to = [{ address: 'ada@example.org', values: ['Ada'] }, { address: 'cc@example.org' }]
  writer.keep('one', { at: 5, content, to }, forServer)
  writer.keep('here', sendOf('Only here', 'ada@example.org'), { isForServer: false })
  writer.keep('two', sendOf('Second', 'ada@example.org'), forServer)
  const first = writer.nextForServer(0)
  expect(first).toEqual({ id: 1, sendId: 'one', kept: { at: 5, content, to } })
  expect(writer.nextForServer(1)).toMatchObject({ sendId: 'two' })
  writer.arrived(1)
  writer.arrived(2)
  expect(writer.hasForServer(0)).toBe(false)
  const found = ['one', 'here', 'two'].map((send) => writer.sent(send, 'ada@example.org') !== null)
  expect(found).toEqual([false, true, false])
})

test('a send that has arrived is not stored a second time until it is removed', async () => {
  const { writer } = await openWriter()
  const send = sendOf('First', 'ada@example.org')
  writer.keep('one', send, forServer)
  writer.arrived(1)
  // The message of a second attempt would overwrite the first, so it is refused.
  expect(writer.keep('one', send, forServer)).toBe(false)
  expect(writer.hasForServer(0)).toBe(false)
  writer.remove('one', forServer)
  expect(writer.keep('one', send, forServer)).toBe(true)
})

test('a send that was removed and stored again during an upload is uploaded again', async () => {
  const { writer } = await openWriter()
  writer.keep('one', sendOf('First', 'ada@example.org'), forServer)
  const { id } = writer.nextForServer(0)!
  writer.remove('one', forServer)
  writer.keep('one', sendOf('Second', 'ada@example.org'), forServer)
  writer.arrived(id)
  expect(writer.sent('one', 'ada@example.org')).toMatchObject({ text: 'Second' })
  const removal = writer.nextForServer(0)!
  expect(removal).toMatchObject({ sendId: 'one', kept: null })
  writer.arrived(removal.id)
  expect(writer.nextForServer(0)).toMatchObject({ kept: { content: { text: 'Second' } } })
})

test('erased people and sends that are too old are not uploaded', async () => {
  const { writer } = await openWriter()
  writer.keep('eve', sendOf('To Eve', 'eve@example.org'), forServer)
  writer.keep('old', sendOf('Too old', 'ada@example.org'), forServer)
  writer.keep('both', { ...sendOf('To both', 'ada@example.org', 'eve@example.org'), at: 9 }, forServer)
  writer.erase('Eve@example.org')
  writer.prune(5)
  expect(writer.nextForServer(0)).toMatchObject({ sendId: 'both', kept: { to: [{ address: 'ada@example.org' }] } })
  writer.arrived(3)
  expect(writer.hasForServer(0)).toBe(false)
})

test('uploaded copies leave no space behind', async () => {
  const { writer, path } = await openWriter()
  const text = randomBytes(3_000_000).toString('base64')
  writer.keep('large', sendOf(text, 'ada@example.org'), forServer)
  writer.emptyLogs()
  const before = (await stat(path)).size
  writer.arrived(1)
  writer.shrink()
  writer.emptyLogs()
  expect([before > 3_000_000, (await stat(path)).size < 200_000]).toEqual([true, true])
})
