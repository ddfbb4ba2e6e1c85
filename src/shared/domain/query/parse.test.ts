import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  and,
  comparisons,
  dateFields,
  flagFields,
  lastUnits,
  not,
  numberFields,
  or,
  textFields,
  textModes,
  valueFields,
  type Query,
} from './ast.ts'
import { parse, unreadableIn } from './parse.ts'
import { print } from './print.ts'
import { words } from './words.ts'

const searchable = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 30, unit: 'binary' }),
    fc.string({ minLength: 1, maxLength: 12 }),
    fc.constantFrom('OR', 'AND', 'a"b', 'x*', '-a', 'a:b', '=a', '\\a', 'jane@example.org', 'meta.order'),
  )
  .filter((text) => words(text).length > 0)
const key = fc.oneof(fc.string({ minLength: 1, maxLength: 20 }), fc.constantFrom('order', 'a.b', 'a"b', '=x'))
const value = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text === text.trim() && text !== '')
const amount = fc.integer({ min: 0, max: 2 ** 40 })
const date = fc.oneof(
  fc.constantFrom('today', 'yesterday', '2026', '2026-02', '2026-02-28T23:59'),
  fc
    .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10)),
)
const term: fc.Arbitrary<Query> = fc.oneof(
  fc
    .record({
      kind: fc.constant('text' as const),
      field: fc.constantFrom(null, ...textFields),
      key: fc.constant(null),
      text: searchable,
      mode: fc.constantFrom(...textModes),
    })
    .map((text) => {
      const isAddress = text.field === 'to' || text.field === 'from'
      const isOther = text.mode === 'part' ? !isAddress : text.mode === 'whole' && text.field === null
      return isOther ? { ...text, mode: 'words' as const } : text
    }),
  fc.record({
    kind: fc.constant('text' as const),
    field: fc.constant('meta' as const),
    key,
    text: searchable,
    mode: fc.constantFrom('words', 'prefix', 'whole'),
  }),
  fc.record({ kind: fc.constant('value' as const), field: fc.constantFrom(...valueFields), value }),
  fc.record({
    kind: fc.constant('value' as const),
    field: fc.constant('domain' as const),
    value,
    whole: fc.constant(true as const),
  }),
  fc.record({ kind: fc.constant('flag' as const), field: fc.constantFrom(...flagFields), value: fc.boolean() }),
  fc.record({
    kind: fc.constant('number' as const),
    field: fc.constantFrom(...numberFields),
    comparison: fc.constantFrom(...comparisons),
    value: amount,
  }),
  fc.record({ kind: fc.constant('date' as const), field: fc.constantFrom(...dateFields), date }),
  fc.record({
    kind: fc.constant('last' as const),
    amount: fc.integer({ min: 1, max: 99_999 }),
    unit: fc.constantFrom(...lastUnits),
  }),
  fc.record({ kind: fc.constant('has' as const), key }),
)
const { query } = fc.letrec<{ query: Query }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    term,
    fc.array(tie('query'), { minLength: 2, maxLength: 4 }).map(and),
    fc.array(tie('query'), { minLength: 2, maxLength: 4 }).map(or),
    tie('query').map(not),
  ),
}))

describe('the query language', () => {
  it('reads what it prints as the same query', () => {
    fc.assert(
      fc.property(query, (given) => {
        const read = parse(print(given))
        expect(read.errors).toEqual([])
        expect(read.query).toEqual(given)
      }),
      { numRuns: 500 },
    )
  })

  it('reads any text without throwing, and what it prints of it is stable', () => {
    const signs = fc
      .array(
        fc.constantFrom(
          '(',
          ')',
          '"',
          '-',
          ' OR ',
          'AND',
          ' ',
          'to:',
          'opens:>',
          'size:',
          '*',
          '\\',
          'a',
          'é',
          '=',
          'meta.',
          ':',
        ),
        { maxLength: 60 },
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 200, unit: 'binary' }), signs), (text) => {
        const { query: read, errors, marks } = parse(text)
        for (const { from, to } of [...errors, ...marks]) expect(from < to && to <= text.length).toBe(true)
        expect(parse(print(read)).query).toEqual(read)
      }),
      { numRuns: 500 },
    )
  })

  const text = (word: string, more: Partial<Extract<Query, { kind: 'text' }>> = {}): Query => ({
    kind: 'text',
    field: null,
    key: null,
    text: word,
    mode: 'prefix',
    ...more,
  })

  it.each<[string, Query]>([
    ['invoice march', and([text('invoice'), text('march')])],
    ['id:4F1c-0', { kind: 'value', field: 'id', value: '4F1c-0' }],
    ['a OR b c', or([text('a'), and([text('b'), text('c')])])],
    ['(a OR b) -c', and([or([text('a'), text('b')]), not(text('c'))])],
    ['NOT (a b)', not(and([text('a'), text('b')]))],
    ['"two words"', text('two words', { mode: 'words' })],
    ['inv*', text('inv')],
    ['TO:jane@example.org', text('jane@example.org', { field: 'to' })],
    ['to:*fevre*', text('fevre', { field: 'to', mode: 'part' })],
    ['from:*"a b"*', text('a b', { field: 'from', mode: 'part' })],
    ['domain:=a.org', { kind: 'value', field: 'domain', value: 'a.org', whole: true }],
    ['state:=delivered', { kind: 'value', field: 'state', value: 'delivered' }],
    ['tag:="welcome mail"', text('welcome mail', { field: 'tag', mode: 'whole' })],
    ['meta."order id":4711', text('4711', { field: 'meta', key: 'order id' })],
    ['meta.order:*', { kind: 'has', key: 'order' }],
    [
      'state:error,rejected',
      or([
        { kind: 'value', field: 'state', value: 'error' },
        { kind: 'value', field: 'state', value: 'rejected' },
      ]),
    ],
    ['size:>1.5mb', { kind: 'number', field: 'size', comparison: '>', value: 1572864 }],
    [
      'opens:1..3',
      and([
        { kind: 'number', field: 'opens', comparison: '>=', value: 1 },
        { kind: 'number', field: 'opens', comparison: '<=', value: 3 },
      ]),
    ],
    ['last:7d', { kind: 'last', amount: 7, unit: 'd' }],
    ['e-mail', text('e-mail')],
    ['https://example.org/a', text('https://example.org/a')],
    ['', { kind: 'all' }],
  ])('reads %s', (written, expected) => {
    expect(parse(written)).toMatchObject({ query: expected, errors: [] })
  })

  it.each([
    ['opens:many invoice', 0, 10, 'opens: needs a number.'],
    ['invoice last:soon', 8, 17, 'last: needs a number and a unit.'],
    ['invoice last:0d', 8, 15, 'last: needs a number above 0.'],
    ['invoice last:99999999d', 8, 22, 'The number in last: is too large.'],
    ['invoice size:>99999999999999999999', 8, 34, 'The number in size: is too large.'],
    ['invoice after:2026-02-30', 8, 24, '“2026-02-30” is not a date.'],
    ['invoice opened:maybe', 8, 20, 'opened: must be yes or no.'],
    ['invoice meta:x', 8, 14, 'meta needs a metadata key.'],
    ['invoice to:', 8, 11, 'to: has no value.'],
    ['invoice subject:*voice*', 8, 23, 'Only addresses can be searched by part of a word.'],
    ['invoice !!', 8, 10, 'There is nothing to search for here.'],
    ['invoice subject:=!!', 8, 19, 'There is nothing to search for here.'],
    ['invoice )', 8, 9, 'This parenthesis has no matching opening one.'],
    ['( invoice', 0, 1, 'This parenthesis is not closed.'],
    ['invoice OR', 8, 10, 'OR has nothing after it.'],
    ['OR invoice', 0, 2, 'OR has nothing before it.'],
  ])('marks the mistake in %s and keeps the rest', (written, from, to, message) => {
    const { query: read, errors } = parse(written)
    expect(errors).toMatchObject([{ from, to, message }])
    expect(read).toEqual(text('invoice'))
  })

  it('names the field that was probably meant', () => {
    expect(parse('form:jane').errors).toMatchObject([{ from: 0, to: 9, hint: 'Did you mean from:?' }])
    for (const [written, hint] of [
      ['status:bounced', 'Did you mean state:?'],
      ['Recipient:jane@shop.example', 'Did you mean to:?'],
      ['open:yes', 'Did you mean opened:?'],
      ['constructor:x', 'To search for this text, put it in quotes: "constructor:x".'],
    ] as const) {
      expect(parse(written).errors, written).toMatchObject([{ hint }])
    }
  })

  it('reads a word as a beginning wherever it stands, and as a whole word in quotes', () => {
    const [invoice, lefevre] = [text('invoice'), text('lefevre')]
    expect(parse('invoice lefevre').query).toEqual(and([invoice, lefevre]))
    expect(parse('lefevre invoice ').query).toEqual(and([lefevre, invoice]))
    expect(parse('inv "lefevre" to:jane tag:=order').query).toEqual(
      and([
        text('inv'),
        text('lefevre', { mode: 'words' }),
        text('jane', { field: 'to' }),
        text('order', { field: 'tag', mode: 'whole' }),
      ]),
    )
    expect(print(parse('inv* "two words" "two words"*').query)).toBe('inv "two words" "two words"*')
  })

  it('tells a condition that is still being typed from one that cannot be read', () => {
    const found = (written: string, isTyped: boolean) => unreadableIn(written, { isTyped })?.message
    for (const written of ['invoice to:', 'meta.order', 'to:a meta.order:']) {
      expect([found(written, true), found(written, false) !== undefined], written).toEqual([undefined, true])
    }
    expect(found('to: on:2026-13', true)).toBe('“2026-13” is not a date.')
    expect(found('invoice OR (order "x', false)).toBeUndefined()
  })

  it('takes five thousand characters and any nesting', () => {
    const deep = `${'('.repeat(2400)}a${')'.repeat(2400)}`
    expect(parse(deep)).toMatchObject({ query: text('a'), errors: [] })
    const alternating = `${'-(a '.repeat(1000)}b${')'.repeat(1000)}`
    const { query: read, errors } = parse(alternating)
    expect(errors).toEqual([])
    expect(parse(print(read)).query).toEqual(read)
    expect(parse('('.repeat(5000)).errors.length).toBe(5000)
  })

  it('reads no groups deeper than what prints and searches them can follow', () => {
    const tooDeep = `${'-(a '.repeat(4000)}b${')'.repeat(4000)}`
    const { query: read, errors } = parse(tooDeep)
    expect(errors[0]).toMatchObject({ message: 'The groups are nested too deeply.', hint: 'Nest at most 1000 groups.' })
    expect(parse(print(read)).query).toEqual(read)
  })
})
