import { describe, expect, it } from 'vitest'
import { explain } from './recipient.ts'

const told = (lastState: string, more: { open?: number } = {}) =>
  explain(
    { lastState, reason: null, open: 0, click: 0, createdDate: 1, lastStateDate: 9, subject: 'Hello', ...more },
    (date) => `#${date}`,
  ).sentence

describe('why they did not get it', () => {
  it('takes no later event for the delivery', () => {
    expect(told('delivered')).toBe('The last message was delivered on #9.')
    expect(told('click')).toBe('The last message (#1) arrived and has been in the state “click” since #9.')
    expect(told('deferred', { open: 1 })).toContain('(#1) arrived')
    expect(told('complaint')).toBe('The last message arrived and was reported as spam on #9.')
  })

  it('tells what is on its way from what is not known', () => {
    expect(told('scheduled')).toContain('still on its way')
    expect(told('teleported')).toContain('in the state “teleported” since #9')
  })
})
