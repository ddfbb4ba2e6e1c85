import { describe, expect, it } from 'vitest'
import { externalUrl } from './external-url.ts'

const opened = (text: string) => externalUrl(new URL(text))

describe('the address that is opened outside of Mailroom', () => {
  it('is one of https, of mail, or of this machine', () => {
    expect(opened('https://shop.example/a?b=1')).toBe('https://shop.example/a?b=1')
    expect(opened('mailto:jane@shop.example')).toBe('mailto:jane@shop.example')
    for (const url of ['http://127.0.0.1:8025/t/c/x', 'http://localhost/', 'http://[::1]/', 'http://127.1/']) {
      expect(opened(url), url).toBe(new URL(url).href)
    }
    for (const url of [
      'http://shop.example/',
      'http://localhost.evil.example/',
      'http://127.0.0.1.evil.example/',
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
    ]) {
      expect(opened(url), url).toBeNull()
    }
  })

  it('takes subject, body and copies of a mail, and neither files nor unseen recipients', () => {
    expect(opened('mailto:a@b.example?subject=Hi%20there&cc=c@d.example&body=one%0D%0Atwo')).toBe(
      'mailto:a@b.example?subject=Hi%20there&cc=c@d.example&body=one%0D%0Atwo',
    )
    expect(opened('mailto:a@b.example?attach=/etc/passwd&Subject=Hi&attachment=x&%61ttach=y&bcc=e@f.example')).toBe(
      'mailto:a@b.example?Subject=Hi',
    )
    expect(opened('MAILTO:a@b.example?attach=/etc/passwd')).toBe('mailto:a@b.example')
  })

  it('begins no further head line', () => {
    expect(opened('mailto:a@b.example?subject=Hi%0ABcc:%20e@f.example&body=x')).toBe('mailto:a@b.example?body=x')
    expect(opened('mailto:a@b.example%0D%0ABcc:e@f.example')).toBeNull()
  })
})
