import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { SendBatch } from '#shared/contract/base/sends.ts'
import { BatchJournal } from './batch-journal.ts'

const batch = (first: number): SendBatch => ({
  id: crypto.randomUUID(),
  first,
  recipients: 1,
  state: 'waiting',
  startedAt: null,
  problem: '',
})

async function newJournal(count = 3) {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-journal-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'batches.jsonl')
  await BatchJournal.create(
    path,
    Array.from({ length: count }, (_, index) => batch(index)),
  )
  const journal = await BatchJournal.open(path)
  onTestFinished(() => journal.close())
  return { path, journal }
}

test('what became of each batch is read back, the last word first', async () => {
  const { path, journal } = await newJournal()
  await Promise.all([
    journal.note(0, { state: 'sending', startedAt: 5 }),
    journal.note(2, { state: 'sending', startedAt: 6 }),
  ])
  await journal.note(0, { state: 'sent' })
  await journal.note(2, { state: 'refused', problem: 'No.' })
  const again = await BatchJournal.open(path)
  expect(again.batches).toEqual(journal.batches)
  expect(again.batches.map(({ state }) => state)).toEqual(['sent', 'waiting', 'refused'])
})

test('a line that a crash cut is ignored, and written over by the next', async () => {
  const { path, journal } = await newJournal()
  await journal.note(0, { state: 'sent' })
  await journal.close()
  await appendFile(path, '{"index":1,"id":"')
  const again = await BatchJournal.open(path)
  expect(again.batches.map(({ state }) => state)).toEqual(['sent', 'waiting', 'waiting'])
  await again.note(2, { state: 'unknown' })
  await again.close()
  const states = (await BatchJournal.open(path)).batches.map(({ state }) => state)
  expect(states).toEqual(['sent', 'waiting', 'unknown'])
})

test('a file that is damaged before its end is not read', async () => {
  const { path } = await newJournal()
  await appendFile(path, 'not json\n')
  await expect(BatchJournal.open(path)).rejects.toThrow()
})

test('a rewritten file holds nothing of its earlier lines', async () => {
  const { path, journal } = await newJournal()
  await journal.note(1, { state: 'refused', problem: 'ada@example.org is unknown' })
  await journal.rewrite(() => ({ problem: '' }))
  await journal.note(0, { state: 'sent' })
  const text = await readFile(path, 'utf8')
  expect(text).not.toContain('ada@example.org')
  expect((await BatchJournal.open(path)).batches.map(({ state }) => state)).toEqual(['sent', 'refused', 'waiting'])
})
