import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { emptyContent } from '#shared/domain/drafts/empty-content.ts'
import { digestOf } from './template-origin.ts'

test('the hash of a content stays as it is in drafts on the disk, or each of them would count as edited', () => {
  const from = { address: 'a@example.org', name: 'A' }
  const content = { ...emptyContent, description: 'D', from, subject: 'S', html: '<p>', text: 'T' }
  const list = ['D', 'a@example.org', 'A', 'S', '<p>', 'T']
  expect(digestOf(content)).toBe(createHash('sha256').update(JSON.stringify(list)).digest('base64'))
})
