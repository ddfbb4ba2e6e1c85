import { describe, expect, test } from 'vitest'
import { documentFor, previewDocument } from '../../mail/index.ts'
import { textPieces } from './text-pieces.ts'

describe('The document of a preview', () => {
  const html = '<meta name="color-scheme" content="light dark"><p>x</p><style>p { color: red }</style>'
  const document = previewDocument('<p>x</p><style>p { color: red }</style>')

  test('blocks images by its own policy, which comes first', () => {
    const shown = documentFor('no-images', document, html)
    expect(shown).toContain("img-src 'none'")
    expect(shown).not.toContain('img-src data:')
  })

  test('follows the dark scheme only if the message says that it does', () => {
    expect(documentFor('dark', document, html)).toContain(':root{color-scheme:light dark}')
    expect(documentFor('dark', document, '<p>x')).toBe(document)
    expect(documentFor('dark', document, html.replace('light dark', 'light'))).toBe(document)
  })

  test('has what it adds before everything of the message', () => {
    for (const mode of ['dark', 'forced-dark'] as const) {
      const shown = documentFor(mode, document, html)
      expect(shown.length).toBeGreaterThan(document.length)
      expect(shown.endsWith('<p>x</p><style>p { color: red }</style>')).toBe(true)
      expect(shown.indexOf('Content-Security-Policy')).toBe(document.indexOf('Content-Security-Policy'))
    }
  })

  test('stays as it is otherwise', () => {
    for (const mode of ['desktop', 'phone'] as const) expect(documentFor(mode, document, html)).toBe(document)
  })
})

test.each([0, 1, 39, 40, 41, 200])('a text of %i lines is cut between lines, and is the same together', (count) => {
  for (const last of ['', 'end', '\n']) {
    const text = 'a line\n'.repeat(count) + last
    const pieces = textPieces(text)
    expect(pieces.join('')).toBe(text)
    expect(pieces.slice(0, -1).every((piece) => piece.endsWith('\n') && piece.split('\n').length === 41)).toBe(true)
  }
})
