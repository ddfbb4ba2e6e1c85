import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bodiesReaderMethods, bodiesWriterMethods } from '#core/bodies/store/methods.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { killPoints, runToPoint, stepsIn, type Ran } from '#test/core/support/kill-program.ts'
import type { KillPoint } from '#test/core/support/steps.ts'
import { damageTable } from './support/damage-table.ts'
import { leftInArchive, writeEarlierArchive, type EarlierSend } from './support/earlier-archive.ts'
import type { KilledMove } from './support/killed-move.ts'
import { filesWith, openBodies } from './support/open-bodies.ts'

const program = fileURLToPath(new URL('support/killed-move.ts', import.meta.url))

const aimed: readonly KillPoint[] = [
  // Sends are copied, but not yet committed.
  { step: 'COMMIT', nth: 1 },
  // Some sends are copied.
  { step: 'BEGIN', nth: 2 },
  // All sends are copied; recipients are copied, but not yet committed.
  { step: 'COMMIT', nth: 4 },
  // All recipients are in both files; at the second point, some are only in the new one.
  { step: 'DELETE FROM sent_to', nth: 1 },
  { step: 'DELETE FROM sent_to', nth: 2 },
  // The archive has no recipients left, and some sends are about to be removed from it.
  { step: 'DELETE FROM sent WHERE', nth: 9 },
  { step: 'DELETE FROM sent_content', nth: 1 },
  // The removal of the first sends is not yet committed.
  { step: 'COMMIT', nth: 6 },
  // All sends are removed, and their contents are left.
  { step: 'DELETE FROM sent_content', nth: 2 },
]

const addressOf = (send: number, index: number) => `p${index}.of${send}@example.org`

/** Each step moves a part of these. */
const sends: readonly EarlierSend[] = [
  { sendId: 'oldest', at: 1, content: { text: 'From before' }, to: [{ address: 'ada@example.org' }] },
  ...Array.from({ length: 44 }, (_, send): EarlierSend => {
    const address = (index: number) => addressOf(send, index)
    const to = Array.from({ length: 100 }, (_, index) => ({ address: address(index), values: [`Name ${index}`] }))
    const text = `{{name}}, letter ${send % 3}`
    const content = { text, html: `<p>${text}</p>`, columns: ['name'] }
    return { sendId: `send-${send}`, at: 1000 + send, content, shared: `letter-${send % 3}`, to }
  }),
]

function expectAll(sent: (sendId: string, recipient: string) => unknown): void {
  const found = sends.flatMap(({ sendId, to }) => to.map(({ address }) => sent(sendId, address)))
  const expected = sends.flatMap(({ at, content, to }) =>
    to.map(({ values }) => {
      const filled = (text: string) => text.replace('{{name}}', values?.[0] ?? '')
      return { at, text: filled(content.text), html: filled(content.html ?? '') }
    }),
  )
  expect(found).toEqual(expected)
}

async function moveKilled(earlier: string, point: KillPoint): Promise<Ran> {
  const folder = await temporaryFolder()
  await cp(earlier, folder, { recursive: true })
  const flags: KilledMove = { folder, point }
  const ran = await runToPoint(program, flags)
  const reader = bodiesReaderMethods(folder)
  expectAll(reader.sent)
  reader.close()
  const writer = bodiesWriterMethods(folder)
  while (!writer.moveEarlier());
  expect(leftInArchive(folder)).toBe(0)
  expectAll(writer.sent)
  writer.close()
  return ran
}

test('the copies of earlier versions are complete wherever their move is killed, and end up in a separate file', async () => {
  const earlier = await temporaryFolder()
  await writeEarlierArchive(earlier, sends)
  const points = await killPoints(aimed, async () => stepsIn(await moveKilled(earlier, { step: '', nth: 0 })))
  for (const point of points) expect([point, (await moveKilled(earlier, point)).isKilled]).toEqual([point, true])
}, 300_000)

test('erasing a person during the move removes them from both files, with everything sent only to them', async () => {
  const earlier = await temporaryFolder()
  const person = 'unmistakable.person@private.example'
  const alone = { sendId: 'alone', at: 5, content: { text: 'For them alone' }, to: [{ address: person }] }
  const withThem = sends.map((send) => ({ ...send, to: [...send.to, { address: person, values: [person] }] }))
  await writeEarlierArchive(earlier, [...withThem, alone])
  const calls = await callsOf(earlier)
  expect(calls).toBeGreaterThan(6)
  for (let before = 0; before <= calls; before++) {
    const folder = await temporaryFolder()
    await cp(earlier, folder, { recursive: true })
    const writer = bodiesWriterMethods(folder)
    for (let call = 0; call < before; call++) writer.moveEarlier()
    writer.erase(person)
    expect(writer.emptyLogs()).toBe(true)
    expect(await filesWith(folder, person)).toEqual([])
    expect([writer.sent('alone', person), writer.sent('alone', 'ada@example.org')]).toEqual([null, null])
    while (!writer.moveEarlier());
    expectAll(writer.sent)
    expect([writer.sent('alone', person), leftInArchive(folder)]).toEqual([null, 0])
    writer.close()
    expect(await filesWith(folder, 'For them alone')).toEqual([])
  }
}, 120_000)

async function callsOf(earlier: string): Promise<number> {
  const folder = await temporaryFolder()
  await cp(earlier, folder, { recursive: true })
  const writer = bodiesWriterMethods(folder)
  let calls = 1
  while (!writer.moveEarlier()) calls += 1
  writer.close()
  return calls
}

test('a send that is not moved yet can be found, and sends that are too old are removed from both files', async () => {
  const folder = await temporaryFolder()
  await writeEarlierArchive(folder, sends)
  const writer = bodiesWriterMethods(folder)
  const again = { at: 9, content: { text: 'Another', html: '', columns: [] }, to: [{ address: 'eve@example.org' }] }
  expect(writer.keep('send-7', again, { isForServer: false })).toBe(false)
  writer.moveEarlier()
  writer.prune(1010)
  const left = () => sends.filter(({ sendId, to }) => writer.sent(sendId, to[0]!.address)).map(({ at }) => at)
  expect(Math.min(...left())).toBe(1010)
  while (!writer.moveEarlier());
  expect(left()).toHaveLength(34)
  writer.close()
})

test('damaged earlier copies do not block others, and an erasure reports that it cannot reach them', async () => {
  const folder = await temporaryFolder()
  await writeEarlierArchive(folder, sends)
  await damageTable(join(folder, 'archive.sqlite'), 'sent_to')
  const writer = bodiesWriterMethods(folder)
  const kept = { at: 9, content: { text: 'Hello', html: '', columns: [] }, to: [{ address: 'eve@example.org' }] }
  expect(writer.keep('new', kept, { isForServer: false })).toBe(true)
  while (!writer.moveEarlier());
  writer.prune(1)
  expect(writer.sent('new', 'eve@example.org')).toMatchObject({ text: 'Hello' })
  expect(() => writer.erase('eve@example.org')).toThrow('so nobody can be erased from them')
  writer.close()
})

test('the app moves the copies when the account is used, and reads them meanwhile', async () => {
  const { bodies, archives, id, folder } = await openBodies()
  await writeEarlierArchive(folder, sends)
  await archives.of(id)
  expect(await bodies.sent(id, 'oldest', 'ada@example.org')).toEqual({ at: 1, text: 'From before', html: '' })
  expect(await bodies.sent(id, 'send-3', addressOf(3, 8))).toMatchObject({ text: 'Name 8, letter 0' })
  await expect.poll(() => leftInArchive(folder)).toBe(0)
  expect(await bodies.sent(id, 'send-3', addressOf(3, 8))).toMatchObject({ text: 'Name 8, letter 0' })
  expect(await filesWith(folder, addressOf(3, 8))).not.toContain('archive.sqlite')
}, 60_000)
