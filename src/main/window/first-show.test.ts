import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { ManualClock } from '#test/support/manual-clock.ts'
import { showWhenReady } from './first-show.ts'

class Window extends EventEmitter {
  readonly webContents = new EventEmitter()
  shown = 0
  destroyed = false

  show(): void {
    this.shown++
  }

  isDestroyed(): boolean {
    return this.destroyed
  }
}

function open(platform: NodeJS.Platform) {
  const window = new Window()
  const clock = new ManualClock()
  const show = showWhenReady(window as unknown as Parameters<typeof showWhenReady>[0], platform, clock)
  return { window, clock, show }
}

describe('a new window', () => {
  it('is shown once, at its first frame', () => {
    const { window, clock } = open('win32')
    window.webContents.emit('did-finish-load')
    expect(window.shown).toBe(0)
    window.emit('ready-to-show')
    clock.advance(10_000)
    expect(window.shown).toBe(1)
  })

  it('is shown by the loaded page on Linux', () => {
    const { window } = open('linux')
    window.webContents.emit('did-finish-load')
    window.emit('ready-to-show')
    expect(window.shown).toBe(1)
  })

  it('is shown after three seconds whatever happens', () => {
    const { window, clock, show } = open('darwin')
    clock.advance(2999)
    expect(window.shown).toBe(0)
    clock.advance(1)
    show()
    expect(window.shown).toBe(1)
  })

  it('that was closed meanwhile is left alone', () => {
    const { window, clock, show } = open('linux')
    window.destroyed = true
    window.emit('closed')
    expect(clock.waiting).toBe(0)
    show()
    expect(window.shown).toBe(0)
  })
})
