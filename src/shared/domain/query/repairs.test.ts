import { expect, it } from 'vitest'
import { parse } from './parse.ts'
import { repairsOf, singleWords } from './repairs.ts'

const repaired = (text: string, dayFirst = true) => repairsOf(text, { dayFirst }).map((repair) => repair.text)

it.each([
  ['state:hardbonced', 'state:hardbounced'],
  ['invoice state:delivred,bounced', 'invoice state:delivered,bounced'],
  ['stat:bounced', 'state:bounced'],
  ['status:delivered', 'state:delivered'],
  ['status:delivred', 'state:delivered'],
  ['recipient:jane@shop.example', 'to:jane@shop.example'],
  ['state:opened', 'opened:yes'],
  ['invoice or shipping', 'invoice OR shipping'],
  ['on:10.11.2026', 'on:2026-11-10'],
  ['after:1/2/26 invoice', 'after:2026-02-01 invoice'],
  ['2026-11-10', 'on:2026-11-10'],
  ['invoice 10.11.2026', 'invoice on:2026-11-10'],
  ['bounced', 'state:bounced'],
  ['-opened invoice', '-opened:yes invoice'],
  ['yesterday', 'on:yesterday'],
  ['invoice "your order', 'invoice "your order"'],
  ['(invoice OR order', '(invoice OR order)'],
  ['invoice) order', 'invoice order'],
  ['meta.order', 'meta.order:*'],
])('%s was probably meant as %s', (text, meant) => {
  expect(repaired(text)).toEqual([meant])
  expect(parse(meant).errors).toEqual([])
  expect(repaired(meant)).toEqual([])
})

it('reads a date as the reader writes it, unless there is no such month', () => {
  expect(repaired('on:10/11/2026', false)).toEqual(['on:2026-10-11'])
  expect(repaired('on:25/11/2026', false)).toEqual(['on:2026-11-25'])
  expect(repaired('on:32.11.2026')).toEqual([])
})

it('leaves alone what is right, in quotes, or a word like any other', () => {
  for (const text of ['invoice', '"opened"', 'state:d', 'state:bounced', 'tag:or', 'or', 'to:jane', 'meta.', 'x:y']) {
    expect(repaired(text), text).toEqual([])
  }
})

it('finds the words that may be misspelled', () => {
  expect(
    singleWords('invoces subject:invoce -tag:nws "two words" to:a@b.example state:x').map(({ word }) => word),
  ).toEqual(['invoces', 'invoce', 'nws'])
})
