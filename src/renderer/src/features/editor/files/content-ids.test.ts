import { describe, expect, test } from 'vitest'
import { contentIdProblem, withContentId } from './content-ids.ts'

describe('A content id', () => {
  test('is one word that no other file has', () => {
    expect(contentIdProblem('logo@shop.example', ['photo'])).toBeUndefined()
    expect(contentIdProblem('', [])).toContain('needs')
    expect(contentIdProblem('my logo', [])).toContain('letters')
    expect(contentIdProblem('Logo', ['logo'])).toContain('Another file')
  })

  test('is changed in the HTML wherever it is used, and nowhere else', () => {
    const html = `<img src="cid:a"><img src='cid:ab'><td style="background:url(cid:a)">cid:a</td>cid:`
    expect(withContentId(html, 'a', 'new')).toBe(
      `<img src="cid:new"><img src='cid:ab'><td style="background:url(cid:new)">cid:a</td>cid:`.replace(
        '>cid:a<',
        '>cid:a<',
      ),
    )
    expect(withContentId(html, '', 'x')).toBe(html)
  })
})
