import { expect, test } from 'vitest'
import { noRecord, restGroupOf } from './send-groups.ts'

test('a group can be sent to while somebody of it is left', () => {
  const left = { waiting: 0, refused: 2, absent: 0 }
  expect(restGroupOf(noRecord('refused'), { left })).toBe('refused')
  for (const group of [null, 'delivered', noRecord('sent'), noRecord('absent'), noRecord('waiting')]) {
    expect(restGroupOf(group, { left })).toBeNull()
  }
})
