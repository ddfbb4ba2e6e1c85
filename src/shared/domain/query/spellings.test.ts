import { describe, expect, it } from 'vitest'
import { matchesText } from '../messages/matches.ts'
import { parse } from './parse.ts'

function isFound(query: string, subject: string): boolean {
  const { query: term } = parse(query)
  const other = { id: '', email: '', from: '', apiKey: '', size: 0, createdDate: 0, lastStateDate: 0, lastState: '' }
  return term.kind === 'text' && matchesText(term, { ...other, subject, tags: [], open: 0, click: 0 })
}

describe('a word with an umlaut', () => {
  it.each([
    ['mueller', 'Frau Müller'],
    ['muel', 'Frau Müller'],
    ['müller', 'Frau Mueller'],
    ['müller', 'Frau Müller'],
    ['muller', 'Frau Müller'],
    ['"mueller"', 'Frau Müller'],
    ['uebergroesse', 'Übergröße'],
    ['soeren', 'Søren'],
    ['strasse', 'Straße'],
    ['mueller', 'Frau Mu\u0308ller'],
    ['blue', 'The blue one'],
  ])('is found however it is spelled: %s in %s', (query, subject) => {
    expect(isFound(query, subject)).toBe(true)
  })

  it.each([
    ['mueller', 'Frau Muller'],
    ['blue', 'Blubber, blur, Blüte'],
    ['"muell"', 'Frau Müller'],
    ['request', 'requst'],
    ['michael', 'Michal'],
  ])('does not find what merely looks alike: %s in %s', (query, subject) => {
    expect(isFound(query, subject)).toBe(false)
  })
})
