import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyContent } from '#shared/domain/drafts/empty-content.ts'
import { DraftVariables } from './draft-variables.svelte.ts'

describe('The variables of a message', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function opened() {
    let content = { ...emptyContent, subject: '{{first}}', html: '<p>{{City}} {{FIRST}}', text: '{{other}}' }
    const variables = new DraftVariables(() => content)
    const change = (next: Partial<typeof content>) => {
      content = { ...content, ...next }
      variables.follow(next)
    }
    return { variables, change }
  }

  test('are those of its subject, preheader, HTML and text, each once', () => {
    const { variables, change } = opened()
    expect(variables.names).toEqual(['first', 'City', 'other'])
    change({ textMode: 'none', preheader: '{{ early }}' })
    vi.runAllTimers()
    expect(variables.names).toEqual(['first', 'early', 'City'])
    expect(variables.uses).toEqual([
      { name: 'first', parts: ['subject', 'html'] },
      { name: 'early', parts: ['preheader'] },
      { name: 'City', parts: ['html'] },
    ])
  })

  test('are read again after a pause in typing, or when somebody asks', () => {
    const { variables, change } = opened()
    change({ html: '<p>{{new}}' })
    expect(variables.names).toEqual(['first', 'City', 'other'])
    vi.runAllTimers()
    expect(variables.names).toEqual(['first', 'new', 'other'])
    change({ html: '<p>{{newer}}' })
    variables.settle()
    expect(variables.names).toEqual(['first', 'newer', 'other'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('stay the same list while other letters are typed', () => {
    const { variables, change } = opened()
    const { names } = variables
    change({ html: '<p>{{City}} and more {{first}}' })
    vi.runAllTimers()
    expect(variables.names).toBe(names)
    change({ from: { address: 'a@x.example', name: '' } })
    expect(vi.getTimerCount()).toBe(0)
  })
})
