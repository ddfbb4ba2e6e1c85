import { expect, test } from 'vitest'
import { erasureText } from './erasure-text.ts'

test('an erasure is on this disk, or for everybody in a team archive', () => {
  const [file, team] = [erasureText({ isShared: false }), erasureText({ isShared: true })]
  expect(file).toContain('from the archive on this disk')
  expect(file).not.toContain('everybody')
  expect(team).toContain('from the team archive for everybody who uses it')
  expect(team).toContain('ask them to erase the person as well')
  expect(team).not.toContain('on this disk')
})
