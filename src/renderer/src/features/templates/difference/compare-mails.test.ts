import { parse, serialize } from 'parse5'
import { describe, expect, test } from 'vitest'
import { realMails } from '#test/support/mails/real-mails.ts'
import { compareMails } from './compare-mails.ts'

const secret = 'x7'
const marks = /<mailroom-change data-change-x7="(?<kind>[a-z]+) (?<change>\d+)">(?<text>.*?)<\/mailroom-change>/gs
const marksOfImages = / data-change-x7="[a-z]+ \d+"/g

function marked(html: string): string[] {
  return [...html.matchAll(marks)].map(({ groups }) => `${groups!['change']} ${groups!['kind']}: ${groups!['text']}`)
}

function plain(html: string): string {
  return html.replace(/<\/?mailroom-change[^>]*>/g, '').replace(marksOfImages, '')
}

describe('the difference of two mails as they are shown', () => {
  test('marks the words that changed, and where they are missing', () => {
    const before = '<p>Hello <b>{{name}}</b>,</p><p>your order is on its way.</p>'
    const after = '<p>Hello <b>{{first name}}</b>,</p><p>your order is finally on its way.</p>'
    const difference = compareMails(before, after, secret)
    expect(difference).toMatchObject({ count: 2, problem: null })
    expect(marked(difference.before)).toEqual(['1 removed: {{name}}', '2 anchor: '])
    expect(marked(difference.after)).toEqual(['1 added: {{first name}}', '2 added: finally'])
  })

  test('does not count markup that shows nothing', () => {
    const before = '<table><tr><td style="color:red">All <b>your</b> orders</td></tr></table>'
    const after = '<TABLE><tr><td>All\n<i>your</i> <span>orders</span></td></tr></TABLE>'
    expect(compareMails(before, after, secret)).toMatchObject({ before, after, count: 0 })
  })

  test('marks a link that leads elsewhere, and an image that was replaced, also one written in an old way', () => {
    const before = '<a href="http://a.test">Track</a> it <IMAGE src="a.png"> <img src="c.png">'
    const after = '<a href="http://b.test">Track</a> it <img/src="b.png"> <img src="c.png">'
    const difference = compareMails(before, after, secret)
    expect(difference.count).toBe(2)
    expect(difference.after).toBe(
      '<a href="http://b.test"><mailroom-change data-change-x7="added 1">Track</mailroom-change></a> it <img data-change-x7="added 2"/src="b.png"> <img src="c.png">',
    )
    expect(difference.before).toContain('<IMAGE data-change-x7="removed 2" src="a.png">')
  })

  test('keeps references whole, and marks of a long text in their order', () => {
    const words = Array.from({ length: 40_000 }, (_none, at) => `w${at}&nbsp;`)
    const difference = compareMails(
      `<p>${words.join(' ')}</p>`,
      `<p>${words.with(10, 'new').with(30_000, 'x&amp;y').join(' ')}</p>`,
      secret,
    )
    expect(marked(difference.before)).toEqual(['1 removed: w10', '2 removed: w30000'])
    expect(marked(difference.after)).toEqual(['1 added: new', '2 added: x&amp;y'])
  })

  test.each(realMails)('changes nothing of a real mail but for its marks: $name', ({ html: mail }) => {
    const other = mail.replace(/>(\s*[A-Z][a-z]+)\s/g, '$&really ')
    const difference = compareMails(mail, other, secret)
    expect(difference.count).toBeGreaterThan(0)
    expect(plain(difference.before)).toBe(mail)
    expect(plain(difference.after)).toBe(other)
    // A browser builds the same document from this HTML, so it looks the same.
    expect(plain(serialize(parse(difference.after)))).toBe(serialize(parse(other)))
  })

  test('has no marks that a mail brings itself', () => {
    const hostile = '<mailroom-change data-change-x8="added 1">Trust me</mailroom-change>'
    expect(compareMails(hostile, hostile, secret)).toMatchObject({ count: 0, after: hostile })
  })

  test('says that mails are too large or have too little in common', () => {
    expect(compareMails('<b>'.repeat(300), 'x', secret).problem).toBe('too-large')
    const words = (letter: string) => Array.from({ length: 19_000 }, (_none, at) => `<i>${letter}${at}</i>`).join('')
    expect(compareMails(words('a'), words('b'), secret)).toMatchObject({ count: 0, problem: 'too-different' })
  })
})
