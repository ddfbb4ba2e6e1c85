import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ExportPart } from '#core/exports/file/export-part.ts'
import { PauseGate } from '#core/exports/file/pause-gate.ts'
import { ExportProgress } from '#core/exports/file/progress.ts'
import { scopeOf, writeArchive } from '#core/exports/source/archive-source.ts'
import type { ExportContentNeeds } from '#core/exports/source/content.ts'
import { systemClock } from '#core/node/system-clock.ts'
import { generateMessages } from '#test/core/archive/support/generate.ts'
import { openArchive, temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { testPorts } from '#test/support/test-ports.ts'
import { everything, layoutOf } from './support/exporting.ts'

/** An archive with twenty messages, five of which are selected, and a function with which newer ones arrive. */
async function openSelected() {
  const archive = await openArchive()
  const messages = [...generateMessages({ count: 20 })]
  await archive.import(messages)
  const { rows } = await archive.search({ ...scopeOf(everything, Date.now()), limit: 20 })
  const chosen = rows.slice(4, 9)
  const ends = [chosen[0]!.row, chosen.at(-1)!.row]
  const selection = { ranges: [{ first: 4, last: 8 }], rows: ends, matches: 20 }
  const newest = { ...messages[0]!, createdDate: rows[0]!.createdDate + 60_000 }
  const arrive = () => archive.import([1, 2, 3].map((index) => ({ ...newest, id: `new ${index}` })))
  return { archive, arrive, what: { ...everything, selection }, ids: chosen.map(({ id }) => id) }
}

type Opened = Awaited<ReturnType<typeof openSelected>>

/** The ids in the file. The list of API keys is requested meanwhile. */
async function exportedIds({ archive, what }: Pick<Opened, 'archive' | 'what'>, apiKeys: () => Promise<unknown>) {
  const folder = await temporaryFolder()
  const needs = {
    archives: { of: () => Promise.resolve(archive), noteAccess: () => undefined },
    accounts: { client: () => ({ settings: { apiKeys: () => apiKeys().then(() => ({ items: [] })) } }) },
    ports: testPorts(folder),
  } as unknown as ExportContentNeeds
  const gate = new PauseGate()
  const progress = new ExportProgress({ clock: systemClock, pausedNote: '' })
  const { signal } = new AbortController()
  const path = join(folder, 'x.part')
  const part = await ExportPart.open(path, { gate, progress, signal, mode: 0o600 })
  const layout = layoutOf('jsonl', { columns: ['id', 'apiKeyName'] })
  try {
    await writeArchive({ accountId: 'shop', what, layout, now: Date.now() }, { part, gate, progress, signal }, needs)
    const lines = (await readFile(path, 'utf8')).trim().split('\n')
    return lines.map((line) => (JSON.parse(line) as { id: string }).id)
  } finally {
    await part.remove()
  }
}

test('exports the selected rows, even if others arrive while the names of the API keys are requested', async () => {
  const { ids, arrive, ...opened } = await openSelected()
  expect(await exportedIds(opened, arrive)).toEqual(ids)
})

test('exports no other rows if some arrive between locating the selected rows and reading them', async () => {
  const { arrive, archive, what } = await openSelected()
  const shifting = Object.assign(Object.create(archive) as typeof archive, {
    horizon: () => archive.horizon(),
    values: archive.values.bind(archive),
    positions: async (...asked: Parameters<typeof archive.positions>) => {
      const answer = await archive.positions(...asked)
      await arrive()
      return answer
    },
    recordSets: archive.recordSets.bind(archive),
  })
  const exporting = exportedIds({ archive: shifting, what }, () => Promise.resolve())
  await expect(exporting).rejects.toMatchObject({ code: 'selection-changed' })
})
