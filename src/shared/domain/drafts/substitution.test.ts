import { expect, test } from 'vitest'
import {
  escapeHtml,
  firstPlaceholders,
  placeholders,
  substitute,
  substitutedSize,
  substitutionValues,
  unknownPlaceholders,
} from './substitution.ts'

const values = substitutionValues({ firstName: 'Ann <b>', Total: 12.5, paid: true, none: null, list: [1], meta: {} })

test('names are found whatever their case or inner spaces', () => {
  expect(substitute('{{FIRSTNAME}} {{ total }} {{Paid}}', values, 'text')).toBe('Ann <b> 12.5 true')
})

test('values are escaped in html and raw elsewhere', () => {
  expect(substitute('<p>{{firstname}}</p>', values, 'html')).toBe('<p>Ann &lt;b&gt;</p>')
  expect(escapeHtml(`"'&`)).toBe('&quot;&#39;&amp;')
})

test('an unknown name, null, a list and an object stay as written', () => {
  const text = '{{who}} {{none}} {{list}} {{meta}} {{}} {x}'
  expect(substitute(text, values, 'text')).toBe(text)
})

test('a value that looks like a placeholder or a replacement pattern is put in literally', () => {
  const tricky = substitutionValues({ a: '{{b}} $& $1', b: 'never' })
  expect(substitute('{{a}}', tricky, 'text')).toBe('{{b}} $& $1')
})

test('the first placeholders are looked for no further than needed', () => {
  expect(firstPlaceholders(['{{A}} {{b}}', '{{a}} {{ c }}'], 10)).toEqual(['A', 'b', 'c'])
  expect(firstPlaceholders(['{{A}} {{b}}', '{{c}}'], 2)).toEqual(['A', 'b'])
  expect(firstPlaceholders([`${'{{a}}'.repeat(100_000)}{{late}}`, '{{later}}'], 10)).toEqual(['a'])
})

test('placeholders are listed once, and the unknown ones told apart', () => {
  expect(placeholders('{{A}} {{b}}', '{{a}} {{ c }}')).toEqual(['A', 'b', 'c'])
  expect(unknownPlaceholders(values, 'Hi {{firstname}} {{who}}')).toEqual(['who'])
})

test('a row of blanks behind an opening is read in no time that matters', () => {
  for (const text of [`{{${' '.repeat(200_000)}`, '{{ '.repeat(100_000), '{'.repeat(200_000)]) {
    expect(placeholders(text)).toEqual([])
    expect(substitute(text, values, 'text')).toBe(text)
  }
})

test('the size a text will have is known before it is made, in bytes with names and values of any script', () => {
  const text = 'Привет, {{Имя}} {{ имя }} {{who}} {{кто}} {{город}}'
  const cyrillic = substitutionValues({ имя: 'Анна <b>', город: 'Rome' })
  const sizeOf = (piece: string): number => Buffer.byteLength(piece)
  for (const target of ['text', 'html'] as const) {
    expect(substitutedSize(text, cyrillic, { target, sizeOf })).toBe(sizeOf(substitute(text, cyrillic, target)))
  }
})

test('placeholders of a long text are replaced wherever it is cut', () => {
  for (const piece of ['{{a}}', '{{{{a}}', '{a}{{a}}}', `{{${' '.repeat(150)}a}}`]) {
    const once = substitute(piece, substitutionValues({ a: 'b' }), 'text')
    expect(substitute(piece.repeat(50_000), substitutionValues({ a: 'b' }), 'text') === once.repeat(50_000)).toBe(true)
  }
})
