import { describe, expect, it } from 'vitest'
import { pageAddress } from './page-address.ts'
import { mayAsk, mayNavigate, mayRequest, mayUsePermission } from './page-rules.ts'

const page = pageAddress(undefined, true)
const own = 'app://mailroom/index.html'

describe('what the page may do', () => {
  it('may reload itself, and go nowhere else', () => {
    expect(mayNavigate(page, `${own}#/keys`, true)).toBe(true)
    for (const url of ['https://example.com', 'app://mailroom/assets/a.svg', 'about:blank', 'file:///', 'data:,x']) {
      expect(mayNavigate(page, url, true), url).toBe(false)
    }
  })

  it('may frame previews, but no document from elsewhere', () => {
    expect(mayNavigate(page, 'about:srcdoc', false)).toBe(true)
    for (const url of ['https://example.com', own, 'data:text/html,x']) {
      expect(mayNavigate(page, url, false), url).toBe(false)
    }
  })

  it('may write to the clipboard and has no other permission', () => {
    expect(mayUsePermission(page, 'clipboard-sanitized-write', own, true)).toBe(true)
    expect(mayUsePermission(page, 'clipboard-sanitized-write', own, false)).toBe(false)
    expect(mayUsePermission(page, 'clipboard-sanitized-write', 'https://example.com', true)).toBe(false)
    for (const permission of ['clipboard-read', 'geolocation', 'media', 'notifications', 'openExternal', 'usb']) {
      expect(mayUsePermission(page, permission, own, true), permission).toBe(false)
    }
  })

  it('may load its own parts only', () => {
    for (const url of [own, 'data:image/png;base64,', 'blob:app://mailroom/1']) expect(mayRequest(page, url)).toBe(true)
    for (const url of [
      'https://example.com/pixel.gif',
      'http://127.0.0.1/',
      'file:///etc/passwd',
      'ws://x',
      'nonsense',
    ])
      expect(mayRequest(page, url), url).toBe(false)
  })

  it('is answered only as the top document', () => {
    expect(mayAsk(page, { url: own, parent: null })).toBe(true)
    expect(mayAsk(page, { url: own, parent: {} })).toBe(false)
    expect(mayAsk(page, { url: 'https://evil.example/', parent: null })).toBe(false)
    expect(mayAsk(page, null)).toBe(false)
  })
})
