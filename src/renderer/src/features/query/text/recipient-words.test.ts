import { expect, it } from 'vitest'
import { recipientWords } from './recipient-words.ts'

it.each([
  ['lefevre', ['lefevre']],
  ['louise lef', ['louise lef', 'lef']],
  ['invoice tag:order lef', ['lef']],
  ['louise.lefevre@uni', ['louise.lefevre@uni']],
  ['state:delivered OR lef', ['lef']],
  ['lef OR inv', ['inv']],
  ['l', []],
  ['to:lef', []],
  ['subject:lef', []],
  ['-lef', []],
  ['"lef', []],
  ['"louise lef"', []],
  ['=lef', []],
  ['lefevre ', []],
  ['', []],
])('in “%s” the names may be %j', (text, expected) => {
  expect(recipientWords(text, text.length)).toEqual(expected)
})

it('takes the word at the cursor whole', () => {
  expect(recipientWords('lefevre tag:order', 3)).toEqual(['lefevre'])
  expect(recipientWords('lefevre tag:order', 12)).toEqual([])
})
