import { describe, expect, it } from 'vitest'
import { rank } from './palette-search.ts'

const items = ['Go to Settings', 'Switch to Café Séttimo', 'Theme: dark', 'Reset window'].map((title) => ({ title }))
const titles = (typed: string) => rank(items, typed).map((item) => item.title)

describe('the palette’s search', () => {
  it('shows everything in its own order before anything is typed', () => {
    expect(titles('')).toEqual(items.map((item) => item.title))
  })

  it('puts starts of words before middles, and ignores accents and case', () => {
    expect(titles('SET')).toEqual(['Go to Settings', 'Switch to Café Séttimo', 'Reset window'])
    expect(titles('cafe')).toEqual(['Switch to Café Séttimo'])
  })

  it('wants every word', () => {
    expect(titles('theme dark')).toEqual(['Theme: dark'])
    expect(titles('theme light')).toEqual([])
  })
})
