import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { appEvents } from './stand-in/app.ts'
import { windowEvents } from './stand-in/browser-window.ts'
import { nativeThemeEvents, notificationEvents } from './stand-in/desktop.ts'
import { powerEvents } from './stand-in/power.ts'
import { sessionEvents } from './stand-in/session.ts'
import { strict, StrictEmitter } from './stand-in/base/strict.ts'
import { utilityProcessEvents } from './stand-in/utility-process.ts'
import { contentsEvents } from './stand-in/web-contents.ts'

/** The compiler checks members, but event names are strings, so they are looked up in Electron’s typings. */
const typings = readFileSync(createRequire(import.meta.url).resolve('electron/electron.d.ts'), 'utf8')

function eventsOf(declaration: string): Set<string> {
  const start = typings.indexOf(`\n  ${declaration} extends`)
  expect(start, declaration).toBeGreaterThan(0)
  const body = typings.slice(start, typings.indexOf('\n  }\n', start))
  return new Set([...body.matchAll(/^ {4}on\(event: '([^']+)'/gm)].map(([, name]) => name!))
}

describe('the stand-in for electron', () => {
  it.each([
    ['interface App', appEvents],
    ['class BrowserWindow', windowEvents],
    ['class WebContents', contentsEvents],
    ['class Session', sessionEvents],
    ['interface NativeTheme', nativeThemeEvents],
    ['class Notification', notificationEvents],
    ['interface PowerMonitor', powerEvents],
    ['class UtilityProcess', utilityProcessEvents],
  ])('accepts only events that %s has', (declaration, events) => {
    const real = eventsOf(declaration)
    expect(events.filter((event) => !real.has(event))).toEqual([])
  })

  it('refuses missing members instead of returning undefined', () => {
    const thing = strict('thing', { known: 1 }) as { known: number; unknown?: number }
    expect(thing.known).toBe(1)
    expect(() => thing.unknown).toThrow('no thing.unknown')
    expect(() => (thing.unknown = 1)).toThrow('no thing.unknown')
    expect(() => new StrictEmitter('thing', ['done']).on('doen', () => undefined)).toThrow('no event thing doen')
  })
})
