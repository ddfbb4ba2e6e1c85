import { describe, expect, it } from 'vitest'
import { redactDetails, redactText } from './redact.ts'

describe('redaction', () => {
  it('keeps the shape of an address and not the person', () => {
    expect(redactText('sent to jane.doe+x@mail.example.com twice')).toBe('sent to j…@mail.example.com twice')
  })

  it('hides what looks like a key', () => {
    expect(redactText('key 7fK2mmQ0vWx81LpTzR4nB9cdE5 refused')).toBe('key [secret] refused')
  })

  it('hides a value by the name of its field, however deep', () => {
    expect(redactDetails({ a: { apiKey: 'short', list: [{ password: 'x', ok: 'plain' }] } })).toEqual({
      a: { apiKey: '[secret]', list: [{ password: '[secret]', ok: 'plain' }] },
    })
  })

  it('ends on a value that contains itself', () => {
    const loop: Record<string, unknown> = {}
    loop['self'] = loop
    expect(JSON.stringify(redactDetails(loop))).toContain('[deep]')
  })
})
