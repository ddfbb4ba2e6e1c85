import { execFile, spawnSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cell, Row, TableStream } from './base/table.ts'
import { writeTable } from './write-table.ts'

const isInstalled = spawnSync('soffice', ['--version']).status === 0

const texts = [
  '=1+1',
  '+1',
  '-2+3',
  '@SUM(A1)',
  '\t=1+1',
  "'quoted",
  '12345678901234567890',
  '007',
  '1e5',
  '2024-02-29',
  'TRUE',
  'a, "b"; c',
  'two\nlines',
  ' spaces ',
  'Ω — 漢字 עברית',
  '👩‍👩‍👧 🎉',
  '_x0041_',
  '&amp; <b>',
  'bell \u0007, escape \u001B',
]
const numbers = [0, -1.5, 0.1, 2 ** 53, 1e21, -5e-7]
const dates = ['2024-02-29T12:34:56Z', '1970-01-01T00:00:00Z', '2038-01-19T03:14:08Z'].map((text) => new Date(text))
const columns = ['Id', 'Text', 'Number', 'Date', 'Empty']
const rows: Row[] = Array.from({ length: 380 }, (_, at) => [
  `id-${at}`,
  texts[at % texts.length]!,
  numbers[at % numbers.length]!,
  dates[at % dates.length]!,
  null,
])

type Read = string | number

/** Quoted texts, numbers as stored, and formulas as formulas. */
const output = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,true'
/** Commas, quotes and UTF-8; all other settings are the program’s defaults. */
const csvInput = '--infilter=CSV:44,34,76,1'

/** The program displays fifteen digits of a number. */
function shown(cell: Cell, guarded: (text: string) => string): Read {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ')
  return typeof cell === 'number' ? Number(cell.toPrecision(15)) : guarded(cell)
}

const wanted = (guarded = (text: string) => text): Read[][] => [
  [...columns],
  ...rows.map((row) => row.map((cell) => shown(cell, guarded))),
]

describe.skipIf(!isInstalled)(`LibreOffice${isInstalled ? '' : ' (skipped: soffice is not installed)'} reads`, () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mailroom-office-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function readBack(name: string, table: TableStream, input: readonly string[] = []): Promise<Read[][]> {
    await pipeline(table, createWriteStream(join(folder, name)))
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`
    const out = join(folder, 'read')
    const how = ['--headless', ...input, '--convert-to', output, '--outdir', out, join(folder, name)]
    await promisify(execFile)('soffice', [profile, ...how])
    const text = await readFile(join(out, `${name.split('.')[0]}.csv`))
    const cast = (value: string, { quoting }: { quoting: boolean }): Read =>
      quoting || value === '' || value.includes(':') ? value : Number(value)
    return parse(text, { bom: true, cast }) as unknown as Read[][]
  }

  it.each(['xlsx', 'xls'] as const)('every cell of %s as it was, and no formula', async (format) => {
    const table = writeTable(format, columns, [rows], { tempFolder: folder })
    expect(await readBack(`${format}.${format}`, table)).toEqual(wanted())
  })

  it('every cell of csv for people as it was, where a formula or a number could be meant behind an apostrophe', async () => {
    const isMeant = /^(?:[=+@\t-]|\d|TRUE$)/
    const table = writeTable('csv', columns, [rows], { for: 'people' })
    expect(await readBack('people.csv', table, [csvInput])).toEqual(
      wanted((text) => (isMeant.test(text) ? `'${text}` : text)),
    )
  })
})
