import { describe, expect, it } from 'vitest'
import { chosenValue, complete, suggestValue } from './complete.ts'

describe('completion', () => {
  it('offers the fields that begin so', () => {
    const { from, to, suggestions } = complete('invoice -op', 11)
    expect([from, to, suggestions.map(({ insert }) => insert)]).toEqual([9, 11, ['opened:', 'opens:']])
  })

  it('offers the condition that a word names, and only where no field is named', () => {
    const offered = (text: string) => complete(text, text.length).suggestions.map(({ insert }) => insert)
    expect(offered('invoice boun')).toEqual(['state:bounced'])
    expect(offered('open')).toEqual(['opened:', 'opens:', 'opened:yes'])
    expect(offered('yest')).toEqual(['on:yesterday'])
    expect(offered('state:boun')).toEqual(['bounced'])
  })

  it('asks for values seen where the archive knows them', () => {
    expect(complete('tag:wel', 7)).toMatchObject({ from: 4, to: 7, values: { field: 'tag', key: null, prefix: 'wel' } })
    expect(complete('(to:="jane d', 12)).toMatchObject({ from: 5, to: 12, values: { field: 'to', prefix: 'jane d' } })
    expect(complete('meta.or', 7).values).toMatchObject({ field: 'meta', key: null, prefix: 'or' })
    expect(complete('meta.order:47', 13)).toMatchObject({
      from: 11,
      values: { field: 'meta', key: 'order', prefix: '47' },
    })
  })

  it('writes a chosen value so that it finds no other that begins with it', () => {
    expect(chosenValue('tag', 'order')).toBe('=order')
    expect(chosenValue('from', 'two words')).toBe('="two words"')
    expect(chosenValue('key', 'key-1')).toBe('key-1')
    expect(complete('tag:=ord', 8)).toMatchObject({ from: 5, values: { prefix: 'ord', isWhole: true } })
  })

  it('replaces the whole value around the cursor, but nothing after an open quote', () => {
    expect(complete('tag:invoice-old x', 7)).toMatchObject({ from: 4, to: 15, values: { prefix: 'inv' } })
    expect(complete('state:delivered', 9)).toMatchObject({ from: 6, to: 15 })
    expect(complete('state:de,rejected', 8)).toMatchObject({ from: 6, to: 8 })
    expect(complete('tag:"inv subject:x', 8)).toMatchObject({ from: 4, to: 8, values: { prefix: 'inv' } })
    expect(complete('meta."a:b":x y', 12)).toMatchObject({ from: 11, to: 12, values: { key: 'a:b', prefix: 'x' } })
  })

  it('offers the fixed values of the other fields', () => {
    expect(complete('opened:', 7).suggestions.map(({ insert }) => insert)).toEqual(['yes', 'no'])
  })

  it('offers nothing inside a phrase', () => {
    expect(complete('"to be', 6)).toMatchObject({ suggestions: [], values: null })
  })

  it('quotes a value that needs it', () => {
    expect(suggestValue('welcome mail').insert).toBe('"welcome mail"')
  })
})
