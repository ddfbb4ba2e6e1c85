import { describe, expect, it } from 'vitest'
import { windowOptions } from './window-options.ts'

const around = {
  place: { x: 10, y: 20, width: 1000, height: 700, maximized: false, fullScreen: false },
  platform: 'linux',
  packaged: true,
  dark: false,
  preload: '/app/out/preload/preload.cjs',
  icon: '/app/resources/icons/icon.png',
} as const

describe('windowOptions', () => {
  it('gives the page a sandbox, a context of its own and no Node', () => {
    expect(windowOptions(around).webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
    })
  })

  it('has developer tools only while developing', () => {
    expect(windowOptions(around).webPreferences?.devTools).toBe(false)
    expect(windowOptions({ ...around, packaged: false }).webPreferences?.devTools).toBe(true)
  })

  it('starts in the colour of the theme', () => {
    expect(windowOptions(around).backgroundColor).not.toBe(windowOptions({ ...around, dark: true }).backgroundColor)
  })

  it('leaves the place to the system when none is known', () => {
    const place = { width: 900, height: 600, maximized: false, fullScreen: false }
    expect(windowOptions({ ...around, place })).not.toHaveProperty('x')
  })

  it('never asks the network for dictionaries', () => {
    expect(windowOptions(around).webPreferences?.spellcheck).toBe(false)
    expect(windowOptions({ ...around, platform: 'win32' }).webPreferences?.spellcheck).toBe(false)
  })
})
