import { describe, expect, it } from 'vitest'
import { linkNotes, opensAs, trackedTarget } from './link-notes.ts'

/** A link as the sandbox writes it: id and signature, then the target. */
function tracked(target: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(target))
  const place = btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  return `http://127.0.0.1:8025/t/c/${'0'.repeat(24)}${'A'.repeat(16)}/${place}`
}

describe('a link from outside', () => {
  it('is opened only up to the length that the host accepts', () => {
    expect(opensAs('https://shop.example/a?b=1')).toBe('https://shop.example/a?b=1')
    expect(opensAs(`https://a.example/${'x'.repeat(4000)}`)).toBeNull()
    // Non-ASCII characters become longer when they are encoded.
    expect(opensAs(`https://a.example/${'é'.repeat(3000)}`)).toBeNull()
  })

  it('is shown with its target if the sandbox wrote it', () => {
    expect(trackedTarget(tracked('https://shop.example/ä?b=1'))).toBe('https://shop.example/ä?b=1')
    for (const other of ['https://shop.example/t/c/x/y', 'mailto:a@b.example', '#x', tracked('').slice(0, -3)]) {
      expect(trackedTarget(other)).toBeNull()
    }
  })

  it('has a note if its text names another host', () => {
    const note = 'This link’s text names bank.example, but the link opens evil.example.'
    for (const text of ['bank.example', 'https://bank.example/login', 'http://bank.example']) {
      expect(linkNotes(text, 'https://evil.example/'), text).toEqual([note])
      expect(linkNotes(text, tracked('https://evil.example/')), text).toEqual([note])
    }
    for (const text of ['Log in', 'invoice.pdf', 'see bank.example for more', 'www.shop.example', '', 'v1.2']) {
      expect(linkNotes(text, 'https://click.shop.example/'), text).toEqual([])
    }
    expect(linkNotes('bank.example', 'mailto:a@evil.example')).toEqual([])
  })

  it('has a note if its host only looks familiar', () => {
    const [note] = linkNotes('Log in', 'https://аррӏе.example/')
    expect(note).toContain('xn--')
  })
})
