import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '#test/support/eventually.ts'
import { openWithSystem } from './launch.ts'

const url = 'https://shop.example/a?b=1&c=$HOME'

describe.skipIf(process.platform !== 'linux')('links on Linux', () => {
  let folder: string
  let seen: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mailroom opener '))
    seen = join(folder, 'seen')
    vi.stubEnv('DISPLAY', ':0')
    vi.stubEnv('WAYLAND_DISPLAY', undefined)
    vi.stubEnv('PATH', [folder, process.env['PATH']].join(delimiter))
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })

  function opener(script: string): void {
    const path = join(folder, 'xdg-open')
    writeFileSync(path, `#!/bin/sh\n${script}\n`)
    chmodSync(path, 0o755)
  }

  test('a link is open when the opener ends well, with the link as it was', async () => {
    opener(`printf %s "$1" > '${seen}'`)
    expect(await openWithSystem(url)).toBe(true)
    expect(readFileSync(seen, 'utf8')).toBe(url)
  })

  test('a link is not open when the opener fails or is ended', async () => {
    opener('exit 3')
    expect(await openWithSystem(url)).toBe(false)
    opener('kill -9 $$')
    expect(await openWithSystem(url)).toBe(false)
  })

  test('an opener that goes on as the browser has opened the link', async () => {
    opener(`echo $$ > '${seen}'; exec sleep 600`)
    expect(await openWithSystem(url, 100)).toBe(true)
    // The shell may need more time than the 100 ms allowed.
    const opened = await eventually(() => {
      const id = Number(readFileSync(seen, 'utf8'))
      expect(id).toBeGreaterThan(0)
      return id
    })
    onTestFinished(() => void process.kill(opened))
    expect(process.kill(opened, 0)).toBe(true)
  })

  test('without a display nothing is started', async () => {
    opener(`touch '${seen}'`)
    vi.stubEnv('DISPLAY', '')
    expect(await openWithSystem(url)).toBe(false)
    expect(existsSync(seen)).toBe(false)
  })
})
