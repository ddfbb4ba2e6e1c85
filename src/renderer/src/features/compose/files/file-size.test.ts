import { describe, expect, test } from 'vitest'
import { contentIdProblem, encodedSize, weightOf, withContentId } from './file-size.ts'

test('the encoded size is what base64 in lines of 76 letters takes', () => {
  for (const size of [0, 1, 2, 3, 56, 57, 58, 100_000]) {
    const letters = Buffer.alloc(size).toString('base64')
    const lines = letters.match(/.{1,76}/g) ?? []
    expect(encodedSize(size)).toBe(lines.reduce((sum, line) => sum + line.length + 2, 0))
  }
})

test('the weight warns by what is sent, not by what is on the disk', () => {
  expect(weightOf([{ size: 5_000_000 }, { size: 1000 }]).level).toBe('ok')
  expect(weightOf([{ size: 7_000_000 }, { size: 1_000_000 }]).level).toBe('warn')
  expect(weightOf([{ size: 40_000_000 }]).level).toBe('danger')
})

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
