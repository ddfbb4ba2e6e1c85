import { expect, test } from 'vitest'
import { freeContentId } from './free-content-id.ts'

test.each([
  ['Logo Größe é.png', 'Logo-Grosse-e.png'],
  ['E\u0301cole — Łódź.png', 'Ecole-Lodz.png'],
  ['標誌.png', 'image.png'],
  ['logo', 'logo'],
])('a file %j becomes an image with the content id %j', (name, id) => {
  expect(freeContentId(name, [])).toBe(id)
})

test('a content id is given once, whatever its case', () => {
  expect(freeContentId('logo.png', ['Logo.PNG', 'logo-2.png'])).toBe('logo-3.png')
})
