import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exportTags } from '#shared/domain/exports/export-tags.ts'
import { texts } from './fields.ts'

test.each([
  [[], ''],
  [['invoice', 'paid'], 'invoice,paid'],
  [['a,b'], '["a,b"]'],
  [['[]', 'other'], '["[]","other"]'],
  [['other', '[]'], 'other,[]'],
  [[' a'], '[" a"]'],
  [[''], '[""]'],
  [['2024'], '2024'],
])('%j is written as %j', (tags, text) => {
  expect(exportTags(tags)).toBe(text)
})

test('reading the text returns the same tags', () => {
  const unit = fc.oneof(
    fc.constantFrom(',', ' ', '[', ']', '"', '\\', '\t', '\u00a0', '\ufeff', '\ud800', 'a', '1'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  )
  fc.assert(
    fc.property(fc.array(fc.string({ unit, maxLength: 6 }), { maxLength: 5 }), (tags) => {
      expect(texts(exportTags(tags))).toEqual(tags)
    }),
    { numRuns: 2000 },
  )
})
