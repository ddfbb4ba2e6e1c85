import { describe, expect, it } from 'vitest'
import { visible, withoutBidiControls } from './visible.ts'

describe('text from outside', () => {
  it('spells out invisible characters of an address, and keeps the letters of every language', () => {
    expect(visible('a\u202Emoc.elpmaxe@b')).toBe('a[U+202E]moc.elpmaxe@b')
    expect(visible('a\u200Bb\n')).toBe('a[U+200B]b[U+000A]')
    expect(visible('jörg@übung.example 例え')).toBe('jörg@übung.example 例え')
  })

  it('spells out what changes the direction of a subject, and keeps what joins letters and emoji', () => {
    expect(withoutBidiControls('invoice\u202Efdp.exe')).toBe('invoice[U+202E]fdp.exe')
    expect(withoutBidiControls('\u2067a\u2069 \u202Ab\u202C')).toBe('[U+2067]a[U+2069] [U+202A]b[U+202C]')
    for (const kept of ['👩\u200D🚀', 'می\u200Cخواهم', 'שלום\u200F!', 'a\u200Eb'])
      expect(withoutBidiControls(kept)).toBe(kept)
  })
})
