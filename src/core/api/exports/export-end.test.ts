import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { observeExport, type ExportEnd } from './export-end.ts'

function endOf(fileType: 'json' | 'csv', file: Uint8Array, cuts: readonly number[] = [], isFramed = true): ExportEnd {
  const observer = observeExport(fileType, isFramed)
  const places = [0, ...cuts.map((cut) => cut % (file.length + 1)).sort((a, b) => a - b), file.length]
  for (let part = 1; part < places.length; part += 1) {
    const chunk = file.slice(places[part - 1], places[part])
    observer.push(chunk)
    // A download reuses its buffers.
    chunk.fill(0x78)
  }
  return observer.end()
}

const record = fc.record({ id: fc.string({ minLength: 1 }), subject: fc.string({ unit: 'binary' }) })
const cuts = fc.array(fc.nat(), { maxLength: 40 })

describe('json', () => {
  test('any list of records is whole, however it is divided', () => {
    fc.assert(
      fc.property(fc.array(record), cuts, fc.boolean(), fc.boolean(), (records, places, isFramed, isLined) => {
        const lines = records.map((item) => JSON.stringify(item)).join('\n')
        const file = Buffer.from(isLined && records.length > 0 ? lines : JSON.stringify(records))
        expect(endOf('json', file, places, isFramed)).toEqual({ isWhole: true })
      }),
    )
  })

  test('a small file that JSON.parse refuses is never whole', () => {
    const broken = fc
      .tuple(
        fc.array(record, { minLength: 1 }),
        fc.nat(),
        fc.constantFrom(',', '"', 'x', '}', ']', ':', '\\', '\u0001'),
      )
      .map(([records, at, junk]) => {
        const text = JSON.stringify(records)
        return text.slice(0, at % text.length) + junk + text.slice(at % text.length)
      })
    fc.assert(
      fc.property(broken, cuts, fc.boolean(), (text, places, isFramed) => {
        expect(endOf('json', Buffer.from(text), places, isFramed).isWhole).toBe(isJson(text))
      }),
      { numRuns: 500 },
    )
  })

  test.each([true, false])(
    'bytes that are not UTF-8 are noticed, however they are divided (framed: %s)',
    (isFramed) => {
      const bad = fc.constantFrom(
        [0xff],
        [0xc3],
        [0xe2, 0x82],
        [0xf0, 0x9f, 0x98],
        [0x80],
        [0xed, 0xa0, 0x80],
        [0xc0, 0x80],
        [0],
      )
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), bad, cuts, (text, bytes, places) => {
          const [before, after] = JSON.stringify([{ id: '1', subject: `${text}#` }]).split('#') as [string, string]
          const file = Buffer.concat([Buffer.from(before.toWellFormed()), Buffer.from(bytes), Buffer.from(after)])
          expect(endOf('json', file, places, isFramed)).toMatchObject({ isWhole: false })
        }),
        { examples: [['😀', [0xf0, 0x9f, 0x98], [1, 2, 3]]] },
      )
    },
  )

  test.each([
    [true, (lines: string) => `[${lines}]`],
    [false, (lines: string) => `[${lines},]`],
    [false, (lines: string) => `[,${lines}]`],
    [false, (lines: string) => `[1,${lines}]`],
  ])('only the two ends of a large file are checked: %s', (isWhole, wrapped) => {
    const lines = Array.from({ length: 20_000 }, (_, id) => `{"id":"${id}","subject":"${'é'.repeat(40)}"}`).join(',')
    expect(endOf('json', Buffer.from(wrapped(lines)), [70_001, 200_000, 333_333]).isWhole).toBe(isWhole)
  })
})

describe('csv', () => {
  test.each([
    [true, 'Id,ApiKey,CreatedDate,Email\r\n'],
    [true, '\ufeff"Id";"Email"\r\n1;a@x.org\r\n'],
    [true, 'email\tid\n'],
    [false, '{"error":"no"}\n'],
    [false, '[{"id":"1","email":"a@x.org"}]\n'],
    [false, 'Something went wrong.\n'],
    [false, 'Id\n'],
    [false, '\r\n'],
  ])('is an export: %s, for its heading %j', (isWhole, text) => {
    for (const isFramed of [true, false]) {
      expect(endOf('csv', Buffer.from(text), [1, 2, 5], isFramed).isWhole).toBe(isWhole)
    }
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
