import { expect, test } from 'vitest'
import { importedName } from './imported-snapshot.ts'

const names: readonly (readonly [file: string, name: string])[] = [
  ['base.snapshot', 'base'],
  ['Base (1).SNAPSHOT', 'Base-1'],
  ['v1.2_rc', 'v1.2_rc'],
  ['../../etc/passwd', 'etc-passwd'],
  ['Größe 5.snapshot', 'Gr-e-5'],
  ['日本.snapshot', 'snapshot'],
  ['.snapshot', 'snapshot'],
  ['', 'snapshot'],
  [`${'x'.repeat(300)}.snapshot`, 'x'.repeat(96)],
]

test.each(names)('the file %s becomes the snapshot %s', (file, name) => {
  expect(importedName(file, [])).toBe(name)
})

test('a name that is taken gets the next free number', () => {
  expect(importedName('base.snapshot', ['other'])).toBe('base')
  expect(importedName('base.snapshot', ['BASE', 'base-2', 'base-4'])).toBe('base-3')
})
