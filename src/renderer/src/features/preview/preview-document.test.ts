import { describe, expect, it } from 'vitest'
import { previewDocument } from './preview-document.ts'

describe('the document of a preview', () => {
  it('has its policy before anything of the message', () => {
    const text = previewDocument(
      '<meta http-equiv="Content-Security-Policy" content="default-src *"><img src="http://x">',
    )
    expect(text.indexOf("default-src 'none'")).toBeLessThan(text.indexOf('default-src *'))
    expect(text).toContain('<base target="_blank">')
  })
})
