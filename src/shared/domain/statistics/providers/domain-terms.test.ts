import { expect, it } from 'vitest'
import type { Query } from '../../query/ast.ts'
import { parse } from '../../query/parse.ts'
import { domainTerms } from './domain-terms.ts'

/** The archive’s matches: a domain with its subdomains. */
function finds(query: Query, domain: string): boolean {
  if (query.kind === 'and') return query.parts.every((part) => finds(part, domain))
  if (query.kind === 'or') return query.parts.some((part) => finds(part, domain))
  if (query.kind === 'not') return !finds(query.part, domain)
  if (query.kind !== 'value') throw new Error(`${query.kind} is no condition for a domain`)
  return domain === query.value || domain.endsWith(`.${query.value}`)
}

function found(listed: readonly string[], wanted: readonly string[]): string[] {
  const { query, errors } = parse(domainTerms(listed)(wanted)!)
  expect(errors).toEqual([])
  return listed.filter((domain) => finds(query, domain))
}

it('names the domains in one list', () => {
  const terms = domainTerms(['gmail.com', 'hotmail.fr', 'live.com'])
  expect(terms(['hotmail.fr', 'live.com'])).toBe('domain:hotmail.fr,live.com')
  expect(terms(['gmail.com'])).toBe('domain:gmail.com')
})

it('finds a domain without the subdomains that are counted apart', () => {
  const listed = ['rr.com', 'nyc.rr.com', 'gate.nyc.rr.com', 'yahoo.com', 'shop.yahoo.com', 'example.org']
  expect(found(listed, ['yahoo.com'])).toEqual(['yahoo.com'])
  expect(found(listed, ['rr.com', 'nyc.rr.com', 'gate.nyc.rr.com'])).toEqual(listed.slice(0, 3))
  expect(found(listed, ['rr.com', 'gate.nyc.rr.com'])).toEqual(['rr.com', 'gate.nyc.rr.com'])
  expect(found(listed, ['nyc.rr.com', 'yahoo.com', 'example.org'])).toEqual(['nyc.rr.com', 'yahoo.com', 'example.org'])
})

it('quotes names that are no words', () => {
  const listed = ['[192.0.2.1]', '-dash.example', 'a,b.example', 'plain.example', 'x.-dash.example', 'y.plain.example']
  for (const name of listed) expect(found(listed, [name])).toEqual([name])
  expect(found(listed, listed.slice(0, 4))).toEqual(listed.slice(0, 4))
})

it('offers nothing for messages without a domain', () => {
  expect(domainTerms(['', 'gmail.com'])([''])).toBeUndefined()
  expect(domainTerms(['', 'gmail.com'])(['', 'gmail.com'])).toBeUndefined()
  expect(domainTerms([])([])).toBeUndefined()
})
