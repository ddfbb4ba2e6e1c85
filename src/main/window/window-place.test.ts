import { describe, expect, it } from 'vitest'
import { placeWindow, windowState, type WindowState } from './window-place.ts'

const laptop = { x: 0, y: 25, width: 1440, height: 875 }
const docked = { x: 1440, y: -200, width: 2560, height: 1400 }

function saved(bounds: Partial<WindowState['bounds']>, state: Partial<WindowState> = {}): WindowState {
  return {
    bounds: { x: 100, y: 100, width: 1000, height: 700, ...bounds },
    maximized: false,
    fullScreen: false,
    ...state,
  }
}

describe('placeWindow', () => {
  it('lets the system place a window that was never open', () => {
    expect(placeWindow(null, [laptop])).toEqual({ width: 1280, height: 840, maximized: false, fullScreen: false })
  })

  it('opens where the window was', () => {
    expect(placeWindow(saved({}), [laptop])).toMatchObject({ x: 100, y: 100, width: 1000, height: 700 })
    expect(placeWindow(saved({ x: 2000, y: -150 }), [laptop, docked])).toMatchObject({ x: 2000, y: -150 })
  })

  it('keeps the size, and comes back to the first display, when its display has gone', () => {
    const place = placeWindow(saved({ x: 2000, y: -150 }), [laptop])
    expect(place).toEqual({ width: 1000, height: 700, maximized: false, fullScreen: false })
  })

  it.each([
    ['left of every display', { x: -950 }],
    ['right of every display', { x: 1400 }],
    ['its title above the display', { y: -10 }],
    ['its title below the display', { y: 890 }],
  ])('does not open %s', (_where, bounds) => {
    expect(placeWindow(saved(bounds), [laptop])).not.toHaveProperty('x')
  })

  it('is never larger than the display nor smaller than the page can be used', () => {
    expect(placeWindow(saved({ x: 0, y: 25, width: 5000, height: 5000 }), [laptop])).toMatchObject({
      x: 0,
      y: 25,
      width: 1440,
      height: 875,
    })
    expect(placeWindow(saved({ width: 150, height: 50 }), [laptop])).toMatchObject({ width: 760, height: 520 })
  })

  it('remembers maximized and full screen', () => {
    expect(placeWindow(saved({}, { maximized: true }), [laptop]).maximized).toBe(true)
    expect(placeWindow(saved({ x: 9999 }, { fullScreen: true }), [laptop]).fullScreen).toBe(true)
  })

  it.each([
    {},
    { bounds: null },
    { bounds: { x: 'a' } },
    saved({ width: -1 }),
    saved({ x: 0.5 }),
    saved({ y: Infinity }),
  ])('does not believe %j', (text) => {
    expect(windowState.safeParse(text).success).toBe(false)
  })
})
