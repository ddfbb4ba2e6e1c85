import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { messageOf } from '#core/base/packs/record-set.ts'
import { tableOf, tableOptions } from '#core/exports/source/archive-source.ts'
import { openImportFile } from '#core/imports/import-file.ts'
import { readHeading } from '#core/imports/records.ts'
import { writeTable } from '#formats/index.ts'
import { csvDecimals, csvSeparators, exportFormats } from '#shared/contract/base/export-choices.ts'
import type { CsvSeparator, DateForm, ExportFormat } from '#shared/contract/base/export-choices.ts'
import { defaultColumns, isJson } from '#shared/domain/exports/archive-columns.ts'
import { archiveTable } from '#shared/domain/exports/archive-rows.ts'
import type { JsonObject, Message, StoredMessage } from '#shared/domain/messages/record.ts'
import { bytesOf } from '#test/support/table-files.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

const letter = fc.constantFrom('"', ',', ';', '\t', '|', "'", '=', '-', '1', 'a', 'é', '😀', '\n', '\r', '\u0007', '<')
const text = fc.string({ unit: letter, maxLength: 10 })
const second = fc.integer({ min: 1_500_000_000, max: 1_900_000_000 })
const agent = { ip: '192.0.2.7', country: 'France', browser: 'Firefox', region: '' }
const detail = second.map((at): JsonObject => ({
  date: at * 1000 + 7,
  userAgent: { ...agent, latitude: 1.5, city: '', extra: { asn: 'AS1' } },
  recipient: '',
  url: 'https://shop.example/a,b',
  extra: { odd: [at] },
}))

const message: fc.Arbitrary<StoredMessage> = fc.record({
  row: fc.nat(),
  complete: fc.constant(true),
  id: fc.uuid(),
  apiKey: fc.constantFrom('key-1', '007'),
  createdDate: second.map((at) => at * 1000),
  lastStateDate: second.map((at) => at * 1000),
  from: fc.constantFrom('shop@example.com', 'a@b.example'),
  email: fc.constantFrom('jane@example.org', '=cmd@example.org', "o'neill@example.org"),
  subject: text,
  size: fc.nat(),
  tags: fc.array(fc.string({ unit: letter, minLength: 1, maxLength: 5 }), { maxLength: 3 }),
  lastState: fc.constantFrom('delivered', 'hardbounced', 'odd state'),
  open: fc.nat(9),
  click: fc.nat(9),
  meta: fc.option(
    fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant({ in: [1, null] }))) as fc.Arbitrary<JsonObject>,
  ),
  reason: fc.option(text),
  openDetails: fc.array(detail, { maxLength: 2 }),
  clickDetails: fc.array(detail, { maxLength: 2 }),
})

/** Zones whose clocks never change, because the hour that is shown twice in autumn cannot be read back for certain. */
const zones = ['UTC', 'Asia/Kathmandu', 'America/Phoenix', 'Pacific/Kiritimati']

type Choices = { dates?: DateForm; zone?: string; separator?: CsvSeparator; decimal?: '.' | ',' }

/** The messages that an import finds in an export of the given messages. */
async function imported(format: ExportFormat, given: readonly StoredMessage[], choices: Choices): Promise<Message[]> {
  const { dates = 'local', zone = 'UTC', separator = ',', decimal = '.' } = choices
  const csv = { separator, decimal, byteOrderMark: true, guard: true }
  const layout = { format, gzip: false, columns: [...defaultColumns(format)], zone, dates, csv }
  const table = tableOf(layout, new Map())
  const rows = [given.map((message) => table.rowOf(message))]
  const bytes = await bytesOf(writeTable(format, table.columns, rows, tableOptions(layout, folder, table)))
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  const found: Message[] = []
  for await (const { records, setAside } of (await openImportFile(path, folder)).batches()) {
    expect(setAside).toEqual([])
    for (let at = 0; at < records.size; at++) found.push(messageOf(records, at))
  }
  return found
}

/** The parts of a message kept by a file with the default columns: an empty value is the same as an unreported one. */
function kept(format: ExportFormat, { row: _row, complete: _complete, ...message }: StoredMessage): Partial<Message> {
  if (!message.meta || Object.keys(message.meta).length === 0) delete message.meta
  if (!message.reason) delete message.reason
  if (!isJson(format) || message.openDetails?.length === 0) delete message.openDetails
  if (!isJson(format) || message.clickDetails?.length === 0) delete message.clickDetails
  return message
}

describe.each(exportFormats)('an export of the archive as %s', (format) => {
  it('is imported as it was, whatever the messages say', async () => {
    const choices = fc.record({
      dates: fc.constantFrom('local' as const, 'iso' as const, 'epoch' as const),
      zone: fc.constantFrom(...zones),
      separator: fc.constantFrom(...csvSeparators),
      decimal: fc.constantFrom(...csvDecimals),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 12 }), choices, async (given, chosen) => {
        const found = await imported(format, given, chosen)
        expect(found).toMatchObject(given.map((one) => kept(format, one)))
      }),
      { numRuns: 40 },
    )
  })

  it.each(['Europe/Paris', 'America/New_York'])('is imported with the same dates from %s', async (zone) => {
    const [given] = fc.sample(message, 1)
    const dates = [Date.UTC(2026, 0, 31, 23, 30), Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 6, 14, 22, 15, 7)]
    const messages = dates.map((date) => ({ ...given!, createdDate: date, lastStateDate: date + 1000 }))
    const found = await imported(format, messages, { dates: 'local', zone })
    expect(found.map(({ createdDate }) => createdDate)).toEqual(dates)
    expect(found.map(({ lastStateDate }) => lastStateDate - 1000)).toEqual(dates)
  })

  it('has no column that an import does not know', () => {
    const { columns } = archiveTable({ format, columns: defaultColumns(format), keyNames: new Map() })
    const heading = readHeading(columns)!
    expect(heading.absent).toEqual([])
    expect(heading.extra).toEqual(isJson(format) ? ['openDetails', 'clickDetails'] : [])
  })
})
