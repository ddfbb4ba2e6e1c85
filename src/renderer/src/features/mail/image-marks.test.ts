import { describe, expect, test } from 'vitest'
import { withImageMarks, withImages } from './image-marks.ts'

const image = (contentId: string) => ({ key: `part ${contentId}`, name: contentId, contentId })

describe('Inline images of a message', () => {
  test('take the place of their content ids, wherever these stand', () => {
    const html = `<img src="cid:a"><img src=CID:B><td background='cid:c%20d'><p style="background:url( 'cid:a' )">cid:a`
    const marked = withImageMarks(html, [image('a'), image('b'), image('c d')])
    expect(marked.images.map(({ contentId }) => contentId)).toEqual(['a', 'b', 'c d'])
    expect(marked.html).not.toMatch(/["'(=]\s*cid:/i)
    expect(withImages(marked.html, marked, ({ contentId }) => `data:${contentId}`)).toBe(
      `<img src="data:a"><img src=data:b><td background='data:c d'><p style="background:url( 'data:a' )">cid:a`,
    )
  })

  test('are told apart when there are many, and a missing one stays', () => {
    const images = Array.from({ length: 12 }, (_none, at) => image(`i${at}`))
    const html = images.map(({ contentId }) => `<img src="cid:${contentId}">`).join('')
    const marked = withImageMarks(html, images)
    expect(withImages(marked.html, marked, ({ contentId }) => `cid:${contentId}`)).toBe(html)
    const gone = '<img src="cid:gone">'
    expect(withImageMarks(gone, [image('other')]).html).toBe(gone)
  })

  test('that cannot be shown leave their space', () => {
    const marked = withImageMarks('<img src="cid:a">', [image('a')])
    expect(withImages(marked.html, marked, () => '')).toBe('<img src="data:,">')
  })
})
