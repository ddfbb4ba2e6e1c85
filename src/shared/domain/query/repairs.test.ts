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
  ['state:opened,bounced', '(opened:yes OR state:bounced)'],
  ['-state:delivred,unopened', '-(opened:no OR state:delivered)'],
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
  ['((invoice', '((invoice))'],
  ['invoice)) order)', 'invoice order'],
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

it('offers to search for text that looks like half a condition', () => {
  expect(repaired('your meta.json')).toEqual(['your meta.json:*', 'your "meta.json"'])
  for (const text of ['meta.json:*', '"meta.json"']) expect([parse(text).errors, repaired(text)]).toEqual([[], []])
})

it('belongs to the mistake that it repairs, and names the query where only a sign changes', () => {
  const [state, group] = repairsOf('(delivered OR on:x', { dayFirst: true })
  const [notClosed] = parse('(delivered OR on:x').errors
  expect(state).toMatchObject({ at: { from: 1, to: 10 }, label: 'state:delivered' })
  expect(group).toMatchObject({ at: { from: 0, to: 1 }, label: '(delivered OR on:x)' })
  expect(notClosed).toMatchObject({ from: 0, to: 1 })
})

it('finds the words that may be misspelled', () => {
  expect(
    singleWords('invoces subject:invoce -tag:nws "two words" to:a@b.example state:x -(ordr -NOT shiping -chek)').map(
      ({ word }) => word,
    ),
  ).toEqual(['invoces', 'invoce', 'chek'])
})

it('reads a misspelled state without its field, but no word that only looks like one', () => {
  const meant = (text: string) => repairsOf(text, { dayFirst: true }).map((repair) => repair.text)
  expect(meant('hardbonced')).toEqual(['state:hardbounced'])
  expect(meant('invoice deliverd')).toEqual(['invoice state:delivered'])
  expect(meant('order')).toEqual([])
  expect(meant('ordered')).toEqual([])
  expect(meant('quested')).toEqual([])
})
