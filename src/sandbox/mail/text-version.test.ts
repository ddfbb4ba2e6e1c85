import { expect, test } from 'vitest'
import * as version from './text-version.ts'

const textVersion = (html: string): string => Array.from(version.textVersion(html)).join('')
const withoutTags = (html: string): string => Array.from(version.withoutTags(html)).join('')

test('html as people write it becomes a text of lines', () => {
  expect(textVersion('<h1>Hello</h1><p>Your <b>order</b> &amp; more: <a href="https://x.org/a">look</a></p>')).toBe(
    'HELLO\n\nYour order & more: look [https://x.org/a]',
  )
})

test.each([
  ['<div>', 20_000],
  ['<table><tr><td>', 50_000],
  ['<div><b></i>', 100_000],
  ['<!--', 1_000_000],
  ['<a title="', 500_000],
  ['<div>', 1_000_000],
])('%j, %i times, keeps the words', (piece, times) => {
  expect(textVersion(`<p>First</p>${piece.repeat(times)}`)).toBe('First')
  expect(textVersion(`${'<div>'.repeat(times)}Deep &amp; down`)).toBe('Deep & down')
})

test('without its tags a text keeps its lines, and nothing a reader does not see', () => {
  const html =
    '<title>No</title><style>a{}</style><SCRIPT>if (a < b) no()</script ><!-- no --><p title="a > b">One&nbsp;&lt;1&gt;</p>' +
    '<ul><li>two<li>th<i>re</i>e</ul>2 < 3 &#8364; &#xD800; &no; <br/>\n  end'
  expect(withoutTags(html)).toBe('One <1>\n\ntwo\nthree\n2 < 3 € &#xD800; &no;\n\nend')
})
