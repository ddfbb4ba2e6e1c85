import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ExportEntry, ExportLayout, ExportWhat } from '#shared/contract/exports.ts'
import { file as tableFile, imported, rows } from '#test/core/imports/support.ts'
import { serve } from '#test/support/api-client.ts'
import { file } from '#test/support/export-answers.ts'
import { fileFailure, watchFiles } from '#test/core/support/failing-files.ts'
import { isDeep } from '#test/support/deep/is-deep.ts'
import { openApp, type OpenApp } from '#test/support/open-app.ts'
import { endedExport, everything, filesIn, layoutOf, november, wanted, withFolders } from './support/exporting.ts'

const delta: ExportWhat = { source: 'delta' }
const kinds: readonly [string, ExportWhat, ExportLayout][] = [
  ['the archive as csv', everything, layoutOf('csv')],
  ['the archive as compressed json', everything, layoutOf('json', { gzip: true })],
  ['the archive as xlsx', everything, layoutOf('xlsx')],
  ['the archive as xls', everything, layoutOf('xls')],
  ['the service as xlsx', november, layoutOf('xlsx')],
  ['the service as compressed json lines', november, layoutOf('jsonl', { gzip: true })],
  ['a delta as csv', delta, layoutOf('csv')],
  ['a delta as json lines', delta, layoutOf('jsonl')],
]

/** The number of the call that fails, counted from 1; 0 for none. */
let failing = 0
let calls: string[] = []

/** Counts a call that may fail; true if it is the one that does. */
function fails(call: string): boolean {
  calls.push(call)
  return calls.length === failing
}

/** The numbers of the calls to fail: all of them, or the first and last of similar ones. */
function failingCalls(): number[] {
  const alike = calls.map((call) => call.replace(/[0-9a-f]{8}[0-9a-f-]*/g, 'ID'))
  const isAimed = (call: string, index: number): boolean =>
    alike.indexOf(call) === index || alike.lastIndexOf(call) === index
  return alike.flatMap((call, index) => (isDeep || isAimed(call, index) ? [index + 1] : []))
}

const counted: string[] = []
afterAll(() => process.stdout.write(`${counted.join('\n')}\n`))

describe.each(kinds)('%s', (name, what, layout) => {
  let answers: Record<string, Buffer>
  beforeAll(async () => {
    answers = Object.fromEntries(
      await Promise.all((['json', 'csv', 'xlsx'] as const).map(async (type) => [type, await file(type)] as const)),
    )
  })

  async function open(): Promise<{ mailroom: OpenApp; path: string }> {
    const server = await serve(({ url }, response) => {
      if (fails(`request ${url}`)) return void response.destroy()
      const whole = answers[/\/export\/(\w+)/.exec(url)?.[1] ?? ''] ?? Buffer.from('{}')
      response.writeHead(200, { 'content-length': whole.length }).end(whole)
    })
    onTestFinished(() => server.close())
    const mailroom = await openApp(withFolders)
    await mailroom.addAccount({ baseUrl: server.url })
    await imported(mailroom, await tableFile(mailroom, 'json', rows(300)))
    return { mailroom, path: join(mailroom.folder, 'target é') }
  }

  /** Runs one export in which the call with this number fails; null if it could not begin. */
  async function round(mailroom: OpenApp, path: string, number: number): Promise<ExportEntry | null> {
    await rm(path, { recursive: true, force: true })
    await mkdir(path)
    const { token } = await mailroom.app.files.register(path)
    calls = []
    failing = number
    const choice = wanted(mailroom, token, { what, layout })
    const started = await mailroom.ask('exports.start', choice).catch(() => null)
    const entry = started && (await endedExport(mailroom, started.id))
    failing = 0
    return entry
  }

  test('ends correctly whichever call fails', { timeout: 120_000 }, async () => {
    const { mailroom, path } = await open()
    const own = [
      path,
      ...['exports.json', 'outcomes.json', 'deltas', 'exports'].map((one) => join(mailroom.folder, one)),
    ]
    onTestFinished(
      watchFiles((call) => {
        const isOurs = own.some((place) => call.path.startsWith(place))
        return isOurs && fails(`${call.name} ${call.path}`) ? fileFailure('EIO') : null
      }),
    )
    const good = await round(mailroom, path, 0)
    expect(good).toMatchObject({ state: 'done' })
    const whole = (await filesIn(path))[good!.name]!
    const points = failingCalls()
    let failures = 0
    for (const number of points) {
      const entry = await round(mailroom, path, number)
      const at = `${number}: ${calls[number - 1]}`
      const files = await filesIn(path)
      const found = Object.entries(files).filter(([file]) => !file.endsWith('.part'))
      const parts = Object.keys(files).filter((file) => file.endsWith('.part'))
      // Parts remain only if removing them failed.
      expect([at, at.includes(': rm ') ? [] : parts]).toEqual([at, []])
      if (entry?.state === 'done') {
        expect([at, found.map(([file]) => file)]).toEqual([at, [entry.name]])
        expect([at, files[entry.name]!.equals(whole)]).toEqual([at, true])
        expect([at, entry.manifest?.bytes]).toEqual([at, whole.length])
        continue
      }
      failures++
      expect([at, found]).toEqual([at, []])
      if (entry === null) continue
      expect([at, entry.state, entry.manifest]).toEqual([at, 'failed', null])
      expect([at, entry.text]).toEqual([at, expect.stringMatching(/^[A-Z].*\.$/)])
      // The rows of a delta are in the file, in the kept copy, or still at the service; otherwise the text says what
      // is lost.
      const before = calls.length
      const { id } = await mailroom.ask('exports.runAgain', { id: entry.id })
      const again = await endedExport(mailroom, id)
      expect([at, again.state]).toEqual([at, 'done'])
      const hasAsked = calls.slice(before).some((call) => call.startsWith('request'))
      expect([at, entry.keepsDelta && hasAsked]).toEqual([at, false])
      expect([at, (await filesIn(path))[again.name]!.equals(whole)]).toEqual([at, true])
    }
    expect(failures).toBeGreaterThan(3)
    counted.push(`${name}: ${points.length} calls that fail, of which ${failures} end the export`)
    // Leftovers are removed at the next start.
    await mailroom.restart(withFolders)
    await expect.poll(() => readdir(path)).toEqual([expect.not.stringContaining('.part')])
    await expect
      .poll(() => readdir(join(mailroom.folder, 'deltas')).catch(() => []))
      .toEqual(expect.not.arrayContaining([expect.stringMatching(/^[^.]+$/)]))
  })
})
