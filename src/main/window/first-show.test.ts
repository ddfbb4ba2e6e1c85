import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { describe, expect, it } from 'vitest'
import { ManualClock } from '#test/support/manual-clock.ts'
import { FirstShow } from './first-show.ts'

class Window extends EventEmitter {
  readonly webContents = new EventEmitter()
  shown = 0
  maximized = false
  destroyed = false

  show(): void {
    this.shown++
  }

  maximize(): void {
    this.maximized = true
  }

  isDestroyed(): boolean {
    return this.destroyed
  }
}

function open(platform: NodeJS.Platform, maximized = false) {
  const window = new Window()
  const clock = new ManualClock()
  const first = new FirstShow(window as unknown as BrowserWindow, { maximized, platform, clock })
  return { window, clock, first }
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
    const { window, clock, first } = open('darwin')
    clock.advance(2999)
    expect(window.shown).toBe(0)
    clock.advance(1)
    first.show()
    expect(window.shown).toBe(1)
  })

  it('is maximized only when it is shown', () => {
    const { window, first } = open('win32', true)
    expect([window.maximized, first.isOver]).toEqual([false, false])
    window.emit('ready-to-show')
    expect([window.maximized, first.isOver]).toEqual([true, true])
  })

  it('that was closed meanwhile is left alone', () => {
    const { window, clock, first } = open('linux')
    window.destroyed = true
    window.emit('closed')
    expect(clock.waiting).toBe(0)
    first.show()
    expect(window.shown).toBe(0)
  })
})
