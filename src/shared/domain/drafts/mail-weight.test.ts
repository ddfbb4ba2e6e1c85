import { expect, test } from 'vitest'
import type { DraftPart } from '../../contract/base/draft.ts'
import { encodedSize, weightOf } from './mail-weight.ts'

const file = (size: number, kind: DraftPart['kind'] = 'attachment') => ({ size, kind }) as DraftPart
const message = (...parts: DraftPart[]) => ({ parts, html: '<p>Hi</p>', text: 'Hi' })

test('the encoded size is what base64 in lines of 76 letters takes', () => {
  for (const size of [0, 1, 2, 3, 56, 57, 58, 100_000]) {
    const letters = Buffer.alloc(size).toString('base64')
    const lines = letters.match(/.{1,76}/g) ?? []
    expect(encodedSize(size)).toBe(lines.reduce((sum, line) => sum + line.length + 2, 0))
  }
})

test('the weight warns by what is sent, not by what is on the disk', () => {
  expect(weightOf(message(file(5_000_000), file(1000))).problem).toBeNull()
  expect(weightOf(message(file(7_000_000), file(1_000_000))).problem?.severity).toBe('warning')
  expect(weightOf(message(file(40_000_000))).problem?.severity).toBe('error')
  expect(weightOf(message(file(3), file(40_000_000, 'row')))).toEqual({ files: 3, sent: 4 + 2 + 11, problem: null })
})
