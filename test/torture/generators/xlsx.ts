import { exportColumns } from '#shared/domain/exports/export-columns.ts'
import { zipOf, type ZipPart } from './zip.ts'

type Parts = {
  workbook: string
  relations: string
  styles: string
  strings: string
  sheet: string
  more: readonly ZipPart[]
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const row = (number: number, cells: readonly (string | number)[]): string =>
  `<row r="${number}">${cells.map((cell) => (typeof cell === 'number' ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${cell}</t></is></c>`)).join('')}</row>`
const heading = row(1, exportColumns)
const record = (number: number): string =>
  row(number, [
    `id-${number}`,
    'key',
    45_000,
    45_000,
    'shop@a.example',
    `p${number}@b.example`,
    'Invoice',
    100,
    'tag',
    'delivered',
    1,
    0,
  ])
const someRows = heading + [2, 3, 4].map(record).join('')

/** A valid workbook of three records, apart from the given parts. */
function xlsx(change: Partial<Parts>): Buffer {
  const parts: Parts = {
    workbook: `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr/><sheets><sheet name="Messages" sheetId="1" r:id="r1"/></sheets></workbook>`,
    relations: `${xml}<Relationships><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    styles: `${xml}<styleSheet xmlns="${main}"><cellXfs count="1"><xf numFmtId="0"/></cellXfs></styleSheet>`,
    strings: `${xml}<sst xmlns="${main}"><si><t>a</t></si></sst>`,
    sheet: sheetOf(someRows),
    more: [],
    ...change,
  }
  const text = (name: string, content: string): ZipPart => ({ name, data: Buffer.from(content) })
  return zipOf([
    text('[Content_Types].xml', `${xml}<Types/>`),
    text('xl/workbook.xml', parts.workbook),
    text('xl/_rels/workbook.xml.rels', parts.relations),
    text('xl/styles.xml', parts.styles),
    text('xl/sharedStrings.xml', parts.strings),
    text('xl/worksheets/sheet1.xml', parts.sheet),
    ...parts.more,
  ])
}

function sheetOf(rows: string): string {
  return `${xml}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`
}

const mega = 1024 * 1024
/** Almost as many bytes as the parts of a workbook may have. */
const part = 0.9 * mega
const cell = (text: string) => `<row r="2"><c r="A2">${text}</c></row>`
const styles = (inside: string) => `${xml}<styleSheet xmlns="${main}">${inside}</styleSheet>`
const strings = (inside: string) => `${xml}<sst xmlns="${main}">${inside}</sst>`
const format = (code: string) =>
  styles(
    `<numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs>${'<xf numFmtId="200"/>'.repeat(100)}</cellXfs>`,
  )
const fill = (pump: string, bytes: number) => pump.repeat(Math.ceil(bytes / pump.length))

/** Workbooks by name, made on request. */
export const workbooks: Readonly<Record<string, () => Buffer>> = {
  'whole, three records': () => xlsx({}),
  'format of 8 MB of [': () => xlsx({ styles: format(fill('[', 8 * mega)) }),
  'format of 128 KB of [': () => xlsx({ styles: format(fill('[', mega / 8)) }),
  'format of quotes': () => xlsx({ styles: format(fill('&quot;a', part)) }),
  'styles of <numFmt': () => xlsx({ styles: styles(fill('<numFmt ', part)) }),
  'styles of <xf': () => xlsx({ styles: styles(`<cellXfs>${fill('<xf ', part)}`) }),
  'styles of <cellXfs': () => xlsx({ styles: styles(fill('<cellXfs ', part)) }),
  'forty thousand styles': () => xlsx({ styles: styles(`<cellXfs>${fill('<xf numFmtId="14"/>', part)}</cellXfs>`) }),
  'workbook of <workbookPr': () => xlsx({ workbook: fill('<workbookPr ', part) }),
  'workbook of <sheet': () => xlsx({ workbook: fill('<sheet ', part) }),
  'workbook of 30,000 sheets': () =>
    xlsx({ workbook: `<sheets>${fill('<sheet name="a" r:id="r1"/>', part)}</sheets>` }),
  'relations of <Relationship': () => xlsx({ relations: fill('<Relationship ', part) }),
  'cell of <v': () => xlsx({ sheet: sheetOf(heading + cell(fill('<v ', part))) }),
  'cell of <t': () =>
    xlsx({ sheet: sheetOf(`${heading}<row r="2"><c t="inlineStr"><is>${fill('<t ', part)}</is></c></row>`) }),
  'cell of <is': () =>
    xlsx({ sheet: sheetOf(`${heading}<row r="2"><c t="inlineStr">${fill('<is>', part)}</c></row>`) }),
  'row of <c': () => xlsx({ sheet: sheetOf(`${heading}<row>${fill('<c ', part)}</row>`) }),
  'sheet of <row': () => xlsx({ sheet: sheetOf(heading + fill('<row ', 8 * mega)) }),
  'texts of <t': () => xlsx({ strings: strings(`<si>${fill('<t ', part)}</si>`) }),
  'texts of <rPh': () => xlsx({ strings: strings(`<si>${fill('<rPh ', part)}</si>`) }),
  'texts of <si>': () => xlsx({ strings: strings(fill('<si>', part)) }),
  'texts of 12 million <si/>': () => xlsx({ strings: strings(fill('<si/>', 60 * mega)) }),
  'text of 64 MB': () => xlsx({ strings: strings(`<si><t>${fill('a', 64 * mega)}</t></si>`) }),
  'text of entities': () => xlsx({ strings: strings(`<si><t>${fill('&amp;', 16 * mega)}</t></si>`) }),
  'text of &': () => xlsx({ strings: strings(`<si><t>${fill('&', 16 * mega)}</t></si>`) }),
  'cells at the last column': () =>
    xlsx({
      sheet: sheetOf(
        heading +
          Array.from({ length: 50_000 }, (_, at) => `<row r="${at + 2}"><c r="XFD${at + 2}"><v>1</v></c></row>`).join(
            '',
          ),
      ),
    }),
  'heading at the last column': () =>
    xlsx({ sheet: sheetOf('<row r="1"><c r="XFD1" t="inlineStr"><is><t>Id</t></is></c></row>') }),
  'ten million blank rows': () => xlsx({ sheet: sheetOf(heading + fill('<row/>', 60 * mega)) }),
  'blank rows, nothing else': () => xlsx({ sheet: sheetOf(fill('<row/>', 60 * mega)) }),
  'blanks of 64 MB': () => xlsx({ sheet: sheetOf(fill(' ', 64 * mega) + someRows) }),
  'nested elements': () => xlsx({ sheet: sheetOf(heading + fill('<x>', 8 * mega)) }),
  'comment that is not closed': () =>
    xlsx({ sheet: `${sheetOf(someRows).replace('</sheetData></worksheet>', '')}<!--${fill('-', 8 * mega)}` }),
  'many comments': () => xlsx({ sheet: sheetOf(heading + fill('<!-- -->', 16 * mega)) }),
  'sheet that breaks off': () => xlsx({ sheet: sheetOf(someRows).replace('</sheetData></worksheet>', '') }),
  'sheet that is no xml': () => xlsx({ sheet: fill('\u0000', 16 * mega) }),
  'row of an impossible number': () => xlsx({ sheet: sheetOf(heading + record(3).replace('r="3"', 'r="x"')) }),
  'bomb of 300 MB': () => bomb(300),
  'bomb of 2 GB, claimed as small': () => bomb(2000, 1000),
  'texts as a bomb': () => xlsx({ strings: strings(`<si><t>${'\u0000'.repeat(400 * mega)}</t></si>`) }),
  'every part the same bytes': () => overlapping(),
  'fifty thousand entries': () =>
    xlsx({ more: Array.from({ length: 50_000 }, (_, at) => ({ name: `xl/media/${at}`, data: Buffer.from('a') })) }),
  'sizes that lie': () =>
    xlsx({
      more: [
        {
          name: 'xl/worksheets/sheet1.xml',
          data: Buffer.from(sheetOf(someRows)),
          claims: { size: 0xfffffffe, compressedSize: 0xfffffff0 },
        },
      ],
    }),
  'parts packed in an unknown way': () =>
    xlsx({ more: [{ name: 'xl/worksheets/sheet1.xml', data: Buffer.from('a'), claims: { method: 99 } }] }),
}

/** A sheet of blanks, compressed to a thousandth of its size. */
function bomb(megabytes: number, claimed?: number): Buffer {
  const data = Buffer.alloc(Math.min(megabytes, 400) * mega, ' ')
  data.write(sheetOf(someRows).slice(0, -'</sheetData></worksheet>'.length))
  return xlsx({
    more: [{ name: 'xl/worksheets/sheet1.xml', data, ...(claimed === undefined ? {} : { claims: { size: claimed } }) }],
  })
}

/** Ten thousand sheets that share the bytes of one: a bomb without a high ratio. */
function overlapping(): Buffer {
  const sheets = Array.from({ length: 10_000 }, (_, at) => `<sheet name="s${at}" r:id="r${at}"/>`).join('')
  const relations = Array.from(
    { length: 10_000 },
    (_, at) => `<Relationship Id="r${at}" Target="worksheets/o${at}.xml"/>`,
  ).join('')
  const one = Buffer.from(sheetOf(fill('<row/>', mega)))
  const first: ZipPart = { name: 'xl/worksheets/o0.xml', data: one }
  const rest = Array.from({ length: 9999 }, (_, at) => ({
    name: `xl/worksheets/o${at + 1}.xml`,
    data: Buffer.alloc(0),
    claims: { offset: 0, size: one.length, compressedSize: 2000 },
  }))
  return xlsx({
    workbook: `<sheets>${sheets}</sheets>`,
    relations: `<Relationships>${relations}</Relationships>`,
    more: [first, ...rest],
  })
}
