import { createHash } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { ExportLayout, ExportWhat } from '#shared/contract/exports.ts'
import { file as tableFile, imported, rows } from '#test/core/imports/support.ts'
import { isKilledOften, killPoints, runToPoint, stepsIn, type Ran } from '#test/core/support/kill-program.ts'
import type { KillPoint } from '#test/core/support/steps.ts'
import { serve } from '#test/support/api-client.ts'
import { eventually } from '#test/support/eventually.ts'
import { openApp, type OpenApp } from '#test/support/open-app.ts'
import { bytesOf } from '#test/support/table-files.ts'
import { writeTable } from '#formats/index.ts'
import { exportFields } from '#shared/domain/exports/export-columns.ts'
import { endedExport, everything, filesIn, layoutOf, november, wanted, withFolders } from './support/exporting.ts'
import type { KilledExport } from './support/killed-export.ts'

const program = fileURLToPath(new URL('support/killed-export.ts', import.meta.url))
const records = isKilledOften ? 4000 : 500

const kinds: readonly { what: ExportWhat; layout: ExportLayout; ifTaken: 'keep-both' | 'replace' }[] = [
  { what: everything, layout: layoutOf('csv', { gzip: true }), ifTaken: 'keep-both' },
  { what: { source: 'delta' }, layout: layoutOf('json'), ifTaken: 'replace' },
  { what: november, layout: layoutOf('json'), ifTaken: 'keep-both' },
  { what: everything, layout: layoutOf('xlsx'), ifTaken: 'replace' },
  { what: { source: 'delta' }, layout: layoutOf('jsonl', { gzip: true }), ifTaken: 'keep-both' },
]

/** One point for each kind of export, in order and then repeated. */
const aimed: readonly KillPoint[] = [
  // The file has two names, and one is about to be removed.
  { step: 'rm Mailroom', nth: 2 },
  // All rows of the delta are on the disk, but the file is not renamed yet.
  { step: 'rename ID', nth: 1 },
  // The response is arriving.
  { step: 'answered', nth: 1 },
  // The file is complete and recorded, but does not have its final name.
  { step: 'rename Messages.xlsx', nth: 1 },
  // The rows of the delta are saved, but the list does not say so yet.
  { step: 'open deltas', nth: 1 },
  // The export is not in the list yet.
  { step: 'rename exports.json', nth: 1 },
]

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The export of this round, once the restart has recovered it; null if the kill came before it began. */
async function recovered({ ask, accountId }: OpenApp, before: ReadonlySet<string>, target: string, at: string) {
  return eventually(async () => {
    const [entry = null] = (await ask('exports.list', { accountId })).filter(({ id }) => !before.has(id))
    const { file, bytes, sha256 } = entry?.manifest ?? {}
    const manifests = entry?.state === 'done' ? [[file, bytes, sha256]] : []
    const files = Object.entries(await filesIn(target)).map(([name, content]) => [
      name,
      content.length,
      digest(content),
    ])
    expect([at, files]).toEqual([at, manifests])
    return entry
  })
}

test('a kill in any phase leaves a complete file with a correct manifest or no file, and loses no delta', async () => {
  const whole = await bytesOf(writeTable('json', exportFields, [rows(records)]))
  let deltas = 0
  const server = await serve(({ url }, response) => {
    if (url.endsWith('/delta')) deltas += 1
    response.writeHead(200, { 'content-length': whole.length }).end(whole)
  })
  onTestFinished(() => server.close())
  const mailroom = await openApp(withFolders)
  const { ask, folder, secrets } = mailroom
  await mailroom.addAccount({ baseUrl: server.url }, 'keychain')
  const { accountId } = mailroom
  await imported(mailroom, await tableFile(mailroom, 'json', rows(records)))
  const secret = (await secrets.get(accountId))!
  const target = join(folder, 'target é')
  const seen = new Set<string>()
  const round = async (number: number, point: KillPoint): Promise<Ran> => {
    const { ifTaken, ...kind } = kinds[number % kinds.length]!
    await rm(target, { recursive: true, force: true })
    await mkdir(target)
    const choice = wanted(mailroom, null, { ...kind, ifTaken })
    const before = new Set((await ask('exports.list', { accountId })).map(({ id }) => id))
    const asked = deltas
    await mailroom.close()
    const flags: KilledExport = { folder, accountId, secret, target, choice, point }
    const ran = await runToPoint(program, flags)
    await mailroom.start()
    const at = `round ${number}, step ${point.nth} ${point.step}`
    // The list is there before the recovery, which goes through the exports in the background.
    const entry = await eventually(async () => {
      const found = await recovered(mailroom, before, target, at)
      if (found === null || found.state === 'done') return found
      const kept = await readdir(join(folder, 'deltas')).catch((): string[] => [])
      expect([at, found.keepsDelta]).toEqual([at, kept.includes(found.id)])
      // A complete delta is delivered without another call; for an incomplete one, the text says how to get its rows.
      const isLost = kind.what.source === 'delta' && deltas > asked && !found.keepsDelta
      expect([at, isLost && !/period in full|Run the export again/.test(found.text)]).toEqual([at, false])
      return found
    })
    seen.add(entry?.state ?? 'none')
    if (entry === null || entry.state === 'done') return ran
    const askedBefore = deltas
    const { id } = await ask('exports.runAgain', { id: entry.id })
    const again = await endedExport(mailroom, id)
    expect([at, entry.text, again.state, again.text]).toEqual([at, entry.text, 'done', ''])
    expect([at, entry.keepsDelta ? deltas - askedBefore : 0]).toEqual([at, 0])
    return ran
  }
  // A kind with fewer steps finishes before the kill in some rounds.
  const points = await killPoints(aimed, async () => stepsIn(await round(1, { step: '', nth: 0 })))
  let killed = 0
  for (const [number, point] of points.entries()) if ((await round(number, point)).isKilled) killed += 1
  expect(killed).toBeGreaterThan(isKilledOften ? 0 : aimed.length - 1)
  expect([...seen]).toEqual(expect.arrayContaining(['interrupted', 'done']))
}, 900_000)
