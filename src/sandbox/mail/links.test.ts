import { expect, test } from 'vitest'
import { addParameters, linksOf, rewriteHtmlLinks, rewriteTextLinks } from './links.ts'

const mark = (link: string): string => `http://t/${link.length}?a&b`

test('links of a elements are read and written as HTML with any quotes', () => {
  const html = `<a class="x" href="https://x.org/?a=1&amp;b=2">1</a><A HREF='http://y.org'>2</A>`
  expect(rewriteHtmlLinks(html, mark)).toBe(
    `<a class="x" href="http://t/22?a&amp;b">1</a><A HREF="http://t/12?a&amp;b">2</A>`,
  )
})

test('mail addresses, anchors, pictures and placeholders are left alone', () => {
  const html =
    '<a href="mailto:a@x.org">m</a><a href="#top">t</a><a href="{{url}}">u</a><img src="https://x.org/i.png">'
  expect(rewriteHtmlLinks(html, mark)).toBe(html)
})

test('a link in a text ends before the signs of its sentence', () => {
  expect(rewriteTextLinks('See https://x.org/a?b=1, or (http://y.org).', () => 'L')).toBe('See L, or (L).')
})

test('links are listed once, of the html first', () => {
  expect(linksOf('<a href="http://a.org">a</a><a href="http://a.org">a</a>', 'http://b.org')).toEqual(['http://a.org'])
  expect(linksOf('<p>none</p>', 'at http://b.org!')).toEqual(['http://b.org'])
})

test('parameters are added where the link has none of that name', () => {
  expect(addParameters('https://x.org/?utm_source=own#end', { utm_source: 'a', utm_medium: 'b' })).toBe(
    'https://x.org/?utm_source=own&utm_medium=b#end',
  )
  expect(addParameters('http://[broken', { utm_source: 'a' })).toBe('http://[broken')
})

test('the first href of an element counts, in any position', () => {
  const html = `<a title="a > b" data-x='href="http://no.org"' href="http://yes.org" href="http://late.org">1</a>`
  expect(linksOf(html, '')).toEqual(['http://yes.org'])
  const bare = "<a href=http://bare.org>1</a><a title=\"never closed href='http://no.org'>2</a>"
  expect(rewriteHtmlLinks(bare, mark)).toBe(bare)
})

test.each(['<a ', '<a href="', '<a href', '<a <a href=', "<a x='", '<a href = '])(
  'a page of %j is read in negligible time',
  (piece) => {
    const html = `${piece.repeat(200_000)}${' '.repeat(200_000)}`
    expect(rewriteHtmlLinks(html, mark)).toBe(html)
  },
)

test('a link that ends in a long row of signs is read in negligible time', () => {
  const signs = ')'.repeat(200_000)
  expect(rewriteTextLinks(`https://${signs}`, () => 'L')).toBe(`L${signs}`)
  expect(rewriteTextLinks(`https://x.org/${signs}x`, () => 'L')).toBe('L')
})
