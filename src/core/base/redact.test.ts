import { describe, expect, it } from 'vitest'
import { redactDetails, redactText } from './redact.ts'

describe('redaction', () => {
  it('keeps the shape of an address and not the person', () => {
    expect(redactText('sent to jane.doe+x@mail.example.com twice')).toBe('sent to j…@mail.example.com twice')
    expect(redactText('to josé@exämple.org, Юра@почта.рф')).toBe('to j…@exämple.org, Ю…@почта.рф')
    expect(redactText('user@उदाहरण.भारत')).toBe('u…@उदाहरण.भारत')
    expect(redactText('DELETE /bounces/jane.doe%40example.com')).toBe('DELETE /bounces/j…%40example.com')
    expect(redactText('refused: eve@shop.example, jane.doe@exam…')).toBe('refused: e…@shop.example, j…@exam…')
    expect(redactText('refused: jane.doe@…')).toBe('refused: j…@…')
  })

  it('hides what looks like a key', () => {
    expect(redactText('key 7fK2mmQ0vWx81LpTzR4nB9cdE5 refused')).toBe('key [secret] refused')
  })

  it('keeps the ids of jobs and accounts, and nothing that only resembles them', () => {
    const id = '0b5d9c2e-7f41-4a86-9d3b-5e2f8c1a7b90'
    expect(redactText(`job ${id} of account "${id}"`)).toBe(`job ${id} of account "${id}"`)
    expect(redactDetails({ id, apiKey: id })).toEqual({ id, apiKey: '[secret]' })
    const lookalikes = [`sk-${id}`, `${id}a1`, id.replaceAll('-', ''), id.replace('-4a86', '-0a86'), `${id}-${id}`]
    for (const text of lookalikes) expect(redactText(text)).toBe('[secret]')
    expect(redactText('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')).toBe('[secret]')
  })

  it('hides a value by the name of its field, however deep', () => {
    expect(redactDetails({ a: { apiKey: 'short', list: [{ password: 'x', ok: 'plain' }] } })).toEqual({
      a: { apiKey: '[secret]', list: [{ password: '[secret]', ok: 'plain' }] },
    })
  })

  it('reads texts of two million letters, whatever they are made of', () => {
    for (const part of ['a', '-', 'a.', '@', 'a@', 'a@a.', '1', '%40', 'a%40']) {
      const text = part.repeat(2_000_000 / part.length)
      expect(redactText(`${text} jane@shop.example`)).toMatch(/ j…@shop\.example$/)
    }
    const long = `${'a'.repeat(1_000_000)}@shop.example`
    expect(redactText(`to ${long}`)).toBe('to a…@shop.example')
    expect(redactText('a'.repeat(1_000_000) + '1')).toBe('[secret]')
  })

  it('leaves what only resembles an address', () => {
    for (const text of ['a@b', '@shop.example', 'a@.c', 'a@b.c', 'a @shop.example', '@@'])
      expect(redactText(text)).toBe(text)
    expect(redactText('a@b.c.shop.example1, c@d.example.')).toBe('a…@b.c.shop.example1, c…@d.example.')
  })

  it('ends on a value that contains itself', () => {
    const loop: Record<string, unknown> = {}
    loop['self'] = loop
    expect(JSON.stringify(redactDetails(loop))).toContain('[deep]')
  })
})
