import { expect, test } from 'vitest'
import type { EditedTemplate } from '../../contract/base/draft.ts'
import { renameWarning } from './rename-warning.ts'

const saved: EditedTemplate = {
  id: '7',
  base: 'v1',
  name: 'order-sent',
  description: 'Order sent',
  source: 'service',
}

test('a description that changes the name warns those who send with it', () => {
  expect(renameWarning(saved, 'Order shipped')).toBe(
    'Programs that send with “order-sent” will no longer find this template. They must use “order-shipped”.',
  )
})

test('a description that keeps the name, or is not finished, warns nobody', () => {
  for (const description of ['Order sent', ' Order: sent! ', '', '  ', '–']) {
    expect(renameWarning(saved, description)).toBeNull()
  }
})

test('a new template has no callers, and one whose name is not known may have some', () => {
  expect(renameWarning({ ...saved, id: null, name: '', description: '' }, 'Order shipped')).toBeNull()
  expect(renameWarning({ ...saved, name: '', description: '' }, 'Order shipped')).toContain('use a different name')
})

test('a name that turns the direction of text is shown with its letters in order', () => {
  expect(renameWarning({ ...saved, name: 'order\u202Etnes' }, 'Order shipped')).not.toContain('\u202E')
})
