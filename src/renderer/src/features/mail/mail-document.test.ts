import { describe, expect, it } from 'vitest'
import { ownParts, previewDocument } from './mail-document.ts'

describe('the document of an email', () => {
  it('has its policy before anything of the message', () => {
    const text = previewDocument(
      '<meta http-equiv="Content-Security-Policy" content="default-src *"><img src="http://x">',
    )
    expect(text.indexOf("default-src 'none'")).toBeLessThan(text.indexOf('default-src *'))
    expect(text).toContain("form-action 'none'")
  })

  it('knows how many elements of the head are its own', () => {
    expect(previewDocument('').match(/<(?:meta|style)\b/g)).toHaveLength(ownParts)
  })
})
