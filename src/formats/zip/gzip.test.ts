import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { exportFormats } from '#shared/contract/base/export-choices.ts'
import { bytesOf } from '#test/support/table-files.ts'
import type { Row } from '../base/table.ts'
import { writeTable } from '../write-table.ts'
import { gzipTable } from './gzip.ts'

function* rows(): Generator<Row[]> {
  for (let batch = 0; batch < 40; batch += 1) {
    yield Array.from({ length: 200 }, (_, index) => [batch * 200 + index, `text ${index ** 3}`])
  }
}

describe('gzip', () => {
  it.each(exportFormats)('holds the same %s file, and counts its rows', async (format) => {
    const columns = ['N', 'Text']
    const plain = await bytesOf(writeTable(format, columns, rows(), { for: 'machines' }))
    const zipped = gzipTable(writeTable(format, columns, rows(), { for: 'machines' }))
    const bytes = await bytesOf(zipped)
    expect(gunzipSync(bytes).equals(plain)).toBe(true)
    expect(zipped.report.rows).toBe(8000)
    expect(bytes.equals(await bytesOf(gzipTable(writeTable(format, columns, rows(), { for: 'machines' }))))).toBe(true)
  })

  it('is shorter than the text', async () => {
    const plain = await bytesOf(writeTable('jsonl', ['N', 'Text'], rows()))
    const zipped = await bytesOf(gzipTable(writeTable('jsonl', ['N', 'Text'], rows())))
    expect(zipped.length).toBeLessThan(plain.length / 2)
  })

  it('passes on an error of the source', async () => {
    async function* failing(): AsyncGenerator<Row[]> {
      yield [['a']]
      await Promise.resolve()
      throw new Error('the source broke')
    }
    await expect(bytesOf(gzipTable(writeTable('json', ['A'], failing())))).rejects.toThrow('the source broke')
  })

  it('closes the source when the reader stops', async () => {
    let isClosed = false
    function* endless(): Generator<Row[]> {
      try {
        for (let count = 0; ; count += 1)
          yield Array.from({ length: 100 }, (_, at) => [`${count * at} ${Math.sqrt(at)}`])
      } finally {
        isClosed = true
      }
    }
    for await (const chunk of gzipTable(writeTable('csv', ['A'], endless(), { for: 'machines' }))) {
      if (chunk.length > 0) break
    }
    expect(isClosed).toBe(true)
  })
})
