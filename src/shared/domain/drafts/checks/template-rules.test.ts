import { expect, test } from 'vitest'
import type { DraftContent } from '../../../contract/base/draft.ts'
import { emptyContent } from '../empty-content.ts'
import { templateFindings } from './template-rules.ts'

const whole: Partial<DraftContent> = {
  description: 'Order sent',
  from: { address: 'shop@example.com', name: 'Shop' },
  subject: 'Your order, {{name}}',
  html: '<p>Hi {{name}}</p>',
  text: 'Hi {{name}}',
  textMode: 'written',
}

const found = (change: Partial<DraftContent>) =>
  templateFindings({ ...emptyContent, ...whole, ...change }).map(({ id, severity }) => `${id}: ${severity}`)

test('a whole template has no findings, and needs no recipients and no preheader', () => {
  expect(found({})).toEqual([])
})

test('a description is what a template cannot do without', () => {
  expect(found({ description: ' ' })).toEqual(['no-description: error'])
  expect(found({ description: '–!' })).toEqual(['no-name: error'])
})

test('a part that is left to the messages is no error', () => {
  expect(found({ from: { address: '', name: '' } })).toEqual(['no-from: warning'])
  expect(found({ subject: '' })).toContain('no-subject: hint')
  expect(found({ html: '', text: '', textMode: 'none' })).toEqual(['no-content: warning'])
  expect(found({ textMode: 'none' })).toEqual(['no-text: warning'])
  expect(found({ html: '' })).toEqual([])
})

test('what the service would refuse is an error', () => {
  expect(found({ from: { address: 'shop', name: '' } })).toEqual(['from-0: error'])
  expect(found({ from: { address: 'shop@example.com', name: 'a\nb' } })).toContain('from-name: error')
  expect(found({ subject: 'a\nb' })).toContain('subject-lines: error')
  expect(found({ subject: '{{name' }).join()).toMatch(/placeholder|braces/)
})
