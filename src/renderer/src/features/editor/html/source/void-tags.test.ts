import { expect, test } from 'vitest'
import { breakTag, voidEnd } from './void-tags.ts'

test('a new line break is written as those of the document', () => {
  expect(breakTag('<p>a<br>b<br />c</p>')).toBe('<br>')
  expect(breakTag('<P>a<BR>b</P>')).toBe('<BR>')
  expect(breakTag('<p>a<br/>b</p>')).toBe('<br/>')
  expect(breakTag('<p>a<br />b</p>')).toBe('<br />')
})

test('without one, it is written as other tags that have no content', () => {
  expect(breakTag('<meta charset="utf-8" /><p>a</p>')).toBe('<br />')
  expect(breakTag('<p><img src="a.png"/></p>')).toBe('<br/>')
  expect(breakTag('<p><img src="a.png"></p>')).toBe('<br>')
  expect(voidEnd('no tags')).toBe('>')
})
