import { describe, expect, it } from 'vitest'
import { fold } from '../query/fold.ts'
import { isFoundBy, rankMixed, rankPersonalName, rankRecipient, readRecipientText } from './rank-recipient.ts'

const rank = (typed: string, address: string) => rankRecipient(readRecipientText(typed)!, fold(address))

describe('the rank of a recipient for what was typed', () => {
  it.each([
    ['lou', 'louise.lefevre@uni-nord.example', 0],
    ['lefevre', 'louise.lefevre@uni-nord.example', 0],
    ['Lefèvre Louise', 'louise.lefevre@uni-nord.example', 0],
    ['louise.lefevre@uni', 'louise.lefevre@uni-nord.example', 0],
    ['lefevre uni', 'louise.lefevre@uni-nord.example', 1],
    ['uni-nord', 'louise.lefevre@uni-nord.example', 1],
    ['nord', 'louise.lefevre@uni-nord.example', 1],
    ['lefevre', 'llefevre@uni-nord.example', 2],
    ['fev nor', 'louise.lefevre@uni-nord.example', 2],
    ['lefevre marie', 'louise.lefevre@uni-nord.example', null],
    ['le', 'camille@shop.example', null],
    ['le', 'le@shop.example', 0],
    ['田', '山田@example.jp', 2],
  ] as const)('%s in %s is %s', (typed, address, expected) => {
    expect(rank(typed, address)).toBe(expected)
  })

  it.each([
    ['Müller', 'jan.mueller@shop.example', 0],
    ['Müller', 'jan.muller@shop.example', 0],
    ['mueller', 'jan.müller@shop.example', 1],
    ['mueller', 'jan.mueller@shop.example', 0],
    ['mueller', 'jmuller@shop.example', null],
    ['Strauß', 'strauss@shop.example', 0],
  ] as const)('the spelling of %s leads to %s (%s)', (typed, address, expected) => {
    expect(rank(typed, address)).toBe(expected)
  })

  it.each([
    ['lef lou', 'Louise Lefèvre', 0],
    ['LEFÈVRE', 'Louise Lefèvre', 0],
    ['fèv', 'Louise Lefèvre', 2],
    ['le', 'Louise Lefèvre', 0],
    ['ui', 'Louise Lefèvre', null],
    ['mueller', 'Jörg Müller', 1],
    ['Müller', 'Joerg Mueller', 0],
    ['louise marie', 'Louise Lefèvre', null],
  ] as const)('%s in the name %s is %s', (typed, name, expected) => {
    expect(rankPersonalName(readRecipientText(typed)!, fold(name))).toBe(expected)
  })

  it.each([
    ['louise example.org', 1],
    ['example louise', 1],
    ['lefevre 1974', 2],
    ['louise ll1974@exa', 1],
    ['louise marie', null],
    ['ll1974 example', null],
    ['louise@example.org', null],
  ] as const)('%s in the name and the address together is %s', (typed, expected) => {
    const text = readRecipientText(typed)!
    expect(rankMixed(text, fold('Louise Lefèvre'), 'll1974@example.org')).toBe(expected)
  })

  it.each([
    ['ll1974', true],
    ['lef lou', true],
    ['louise example.org', true],
    ['louise@example.org', false],
    ['louise other', false],
  ])('%s finds the person: %s', (typed, expected) => {
    const person = { email: 'LL1974@example.org', name: 'Louise Lefèvre' }
    expect(isFoundBy(readRecipientText(typed)!, person)).toBe(expected)
  })

  it('needs a letter or a digit', () => {
    expect(readRecipientText('  @ . ')).toBeNull()
    expect(readRecipientText('')).toBeNull()
  })
})
