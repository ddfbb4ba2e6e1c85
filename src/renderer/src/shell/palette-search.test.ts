import { describe, expect, it } from 'vitest'
import { rank } from './palette-search.ts'

const items = ['Go to Settings', 'Switch to Café Séttimo', 'Theme: dark', 'Reset window'].map((title) => ({ title }))
const titles = (typed: string) => rank(items, typed).map((item) => item.title)

describe('the search of the palette', () => {
  it('shows all actions in their own order while nothing is typed', () => {
    expect(titles('')).toEqual(items.map((item) => item.title))
  })

  it('ranks the starts of words above their middles, and ignores accents and case', () => {
    expect(titles('SET')).toEqual(['Go to Settings', 'Switch to Café Séttimo', 'Reset window'])
    expect(titles('cafe')).toEqual(['Switch to Café Séttimo'])
  })

  it('also looks at words that are not shown', () => {
    const states = [
      { title: 'Messages: Hard bounced', keywords: 'state:hardbounced' },
      { title: 'Messages: Delivered' },
    ]
    expect(rank(states, 'hardbounced')).toEqual([states[0]])
    expect(rank(states, 'messages')).toEqual(states)
  })

  it('requires every word', () => {
    expect(titles('theme dark')).toEqual(['Theme: dark'])
    expect(titles('theme light')).toEqual([])
  })
})
