import { EventEmitter } from 'node:events'
import type { WebContents } from 'electron'
import { describe, expect, it } from 'vitest'
import { DocumentSignals } from './document-signal.ts'

describe('the signal of a document', () => {
  it.each(['did-navigate', 'render-process-gone', 'destroyed'])(
    'is aborted by %s, and the next document has its own',
    (event) => {
      const contents = new EventEmitter() as WebContents
      const signals = new DocumentSignals()
      const first = signals.of(contents)
      expect(signals.of(contents)).toBe(first)
      expect(first.aborted).toBe(false)
      contents.emit(event as 'destroyed')
      expect(first.aborted).toBe(true)
      expect(signals.of(contents).aborted).toBe(false)
      expect(contents.listenerCount('destroyed')).toBe(1)
    },
  )

  it('belongs to one page', () => {
    const [one, other] = [new EventEmitter() as WebContents, new EventEmitter() as WebContents]
    const signals = new DocumentSignals()
    const left = signals.of(other)
    signals.of(one)
    one.emit('destroyed')
    expect(left.aborted).toBe(false)
  })
})
