import fc from 'fast-check'
import type { JsonObject, Message } from '#shared/domain/messages/record.ts'
import { and, not, or, type Query } from '#shared/domain/query/ast.ts'

/** Few different values, so that conditions match and records collide. */
const word = fc.constantFrom(
  'invoice',
  'Invoicé',
  'order',
  'ord',
  'due',
  '4711',
  '48151623',
  'straße',
  'Müller',
  'Mueller',
  'Muller',
  'Bu\u0308cher',
  '发票',
  '🎉',
  'due due',
  'in\u200bvoice',
)
const text = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '))
const oddText = fc.oneof(
  text,
  fc.constantFrom(
    '',
    '\u0000\u0007',
    '\u202eevil\u202c',
    'x'.repeat(10_000),
    `${'long '.repeat(200)}end`,
    'שלום עולם',
    'a\ud800b',
  ),
)
const address = fc.constantFrom(
  'jane@example.org',
  'Jane@Example.org',
  'mary.jane@example.org',
  'jane@mail.example.org',
  'li@example.com',
  'no-at-sign',
  '',
  'zoé+tag@bücher.example',
  '"odd one"@example.net',
  `${'l'.repeat(150)}@example.org`,
)
const states = ['requested', 'delivered', 'hardbounced', 'softbounced', 'Odd State'] as const
const start = Date.UTC(2026, 0, 1)
const date = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: start, max: start + 4 * 86_400_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, Date.UTC(2400, 0, 1), start, start + 1, start + 1000) },
)
const meta: fc.Arbitrary<JsonObject | null> = fc.option(
  fc.dictionary(
    fc.constantFrom('order', 'Locale', 'a.b', 'nested'),
    fc.oneof(text, fc.integer({ max: 9, min: 0 }), fc.constant(null), fc.constant({ in: ['due', 7] })),
    { maxKeys: 3 },
  ) as fc.Arbitrary<JsonObject>,
)

export const message: fc.Arbitrary<Message> = fc.record(
  {
    id: fc.oneof(fc.constantFrom('a', 'b', 'c/ü?%', '<d@e>', ''), fc.uuid()),
    email: address,
    from: address,
    subject: oddText,
    apiKey: fc.constantFrom('', 'key-1', 'KEY-2'),
    size: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constant(2_000_000)),
    createdDate: date,
    lastStateDate: date,
    lastState: fc.constantFrom(...states),
    tags: fc.array(fc.constantFrom('welcome', 'Welcome', 'welcome mail', 'x'), { maxLength: 3 }),
    open: fc.integer({ min: 0, max: 3 }),
    click: fc.integer({ min: 0, max: 2 }),
    meta,
    reason: fc.option(oddText),
  },
  {
    requiredKeys: [
      'id',
      'email',
      'from',
      'subject',
      'apiKey',
      'size',
      'createdDate',
      'lastStateDate',
      'lastState',
      'tags',
      'open',
      'click',
    ],
  },
)

const searched = fc.constantFrom(
  'invoice',
  'INVOICE',
  'inv',
  'i',
  'ord',
  'order due',
  'due due',
  '4711 due',
  '48151623',
  '48151623 due',
  'invoice order',
  'due invoice',
  'jane',
  'jane@example.org',
  'jane@exam',
  'mary.jane',
  'example.org',
  '发',
  '发票',
  '🎉',
  'strasse',
  'mueller',
  'müll',
  'muel',
  'order muel',
  'müller due',
  'buecher',
  'due muller ord',
  'welcome',
  'welcome mail',
  'x',
  '7',
  'long long end',
  'l'.repeat(150),
  'x'.repeat(10_000),
  'odd one',
)
const key = fc.constantFrom('order', 'locale', 'a.b', 'nested.in', 'none')
const domain = fc.constantFrom('example.org', 'org', '@mail.example.org', 'bucher.example', 'ample.org')
const mode = fc.constantFrom('words' as const, 'prefix' as const, 'whole' as const)
const number = fc.integer({ min: 0, max: 4 })
const term: fc.Arbitrary<Query> = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    field: fc.constantFrom(null, 'to', 'from', 'subject', 'tag', 'reason'),
    key: fc.constant(null),
    text: searched,
    mode,
  }),
  fc.record({
    kind: fc.constant('text' as const),
    field: fc.constantFrom('to' as const, 'from' as const),
    key: fc.constant(null),
    text: fc.oneof(searched, fc.constantFrom('mpl', '@', 'e.o', 'a', '.', 'll', 'l'.repeat(140))),
    mode: fc.constant('part' as const),
  }),
  fc.record({ kind: fc.constant('text' as const), field: fc.constant('meta' as const), key, text: searched, mode }),
  fc.record({
    kind: fc.constant('value' as const),
    field: fc.constant('domain' as const),
    value: domain,
  }),
  fc.record({
    kind: fc.constant('value' as const),
    field: fc.constant('domain' as const),
    value: domain,
    whole: fc.constant(true as const),
  }),
  fc.record({
    kind: fc.constant('value' as const),
    field: fc.constant('state' as const),
    value: fc.constantFrom('delivered', 'bounced', 'ODD STATE', 'none'),
  }),
  fc.record({
    kind: fc.constant('value' as const),
    field: fc.constant('id' as const),
    value: fc.constantFrom('a', 'A', 'c/ü?%', '<d@e>', 'none'),
  }),
  fc.record({
    kind: fc.constant('value' as const),
    field: fc.constant('key' as const),
    value: fc.constantFrom('key-1', 'key-2', 'key'),
  }),
  fc.record({
    kind: fc.constant('flag' as const),
    field: fc.constantFrom('opened' as const, 'clicked' as const),
    value: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('number' as const),
    field: fc.constantFrom('opens' as const, 'clicks' as const, 'size' as const),
    comparison: fc.constantFrom('=' as const, '>' as const, '>=' as const, '<' as const, '<=' as const),
    value: number,
  }),
  fc.record({
    kind: fc.constant('date' as const),
    field: fc.constantFrom('after' as const, 'before' as const, 'on' as const),
    date: fc.constantFrom('2026', '2026-01-02', 'yesterday', '2026-01-03T04:05'),
  }),
  fc.record({
    kind: fc.constant('last' as const),
    amount: fc.integer({ min: 0, max: 5 }),
    unit: fc.constantFrom('h' as const, 'd' as const, 'mo' as const),
  }),
  fc.record({ kind: fc.constant('has' as const), key }),
)
export const query: fc.Arbitrary<Query> = fc.letrec<{ query: Query }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    term,
    fc.array(tie('query'), { minLength: 2, maxLength: 3 }).map(and),
    fc.array(tie('query'), { minLength: 2, maxLength: 3 }).map(or),
    tie('query').map(not),
  ),
})).query
