import { expect, test } from 'vitest'
import { textOfFile } from './html-actions.ts'

const bytes = (...values: number[]) => new Uint8Array(values).buffer

test('an imported file is read in its own encoding', () => {
  expect(textOfFile(new TextEncoder().encode('<p>é</p>').buffer)).toBe('<p>é</p>')
  expect(textOfFile(bytes(0xef, 0xbb, 0xbf, 0x61))).toBe('a')
  expect(textOfFile(bytes(0x61, 0xe9, 0x93))).toBe('aé“')
  expect(textOfFile(bytes(0xff, 0xfe, 0x61, 0x00))).toBe('a')
  expect(textOfFile(bytes(0xfe, 0xff, 0x00, 0x61))).toBe('a')
  const cyrillic = [...new TextEncoder().encode('<meta charset="koi8-r">'), 0xc1]
  expect(textOfFile(bytes(...cyrillic))).toBe('<meta charset="koi8-r">а')
  expect(textOfFile(bytes())).toBe('')
})
