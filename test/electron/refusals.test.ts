import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { policyOfPage } from '#core/node/index.ts'
import { bootMain, type BootedMain } from './boot.ts'

let folder: string
let main: BootedMain
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-refusals-'))
  main = await bootMain({ dataFolder: folder })
})
afterAll(async () => {
  await main.close()
  await rm(folder, { recursive: true })
})

const own = 'app://mailroom/index.html'

describe('the page cannot', () => {
  it('navigate elsewhere', async () => {
    for (const url of ['https://example.com', 'file:///etc/passwd', 'app://evil/', 'data:text/html,x', 'about:blank']) {
      expect(await main.electron.navigate(url, true), url).toBe(false)
    }
    expect(await main.electron.navigate(own, true)).toBe(true)
    expect(await main.electron.redirect('https://example.com')).toBe(false)
  })

  it('frame anything but previews', async () => {
    expect(await main.electron.navigate('https://example.com', false)).toBe(false)
    expect(await main.electron.navigate('about:srcdoc', false)).toBe(true)
  })

  it('open foreign windows, or webviews', async () => {
    for (const url of ['https://example.com', 'app://evil/', 'app://mailroom/assets/x.js', 'about:blank']) {
      expect(await main.electron.openWindow(url), url).toBe(false)
    }
    expect(await main.electron.attachWebview()).toBe(false)
    expect(await main.electron.windows()).toHaveLength(1)
  })

  it('fill the log with a long address', async () => {
    const url = `https://example.com/${'a'.repeat(100_000)}`
    expect(await main.electron.navigate(url, false)).toBe(false)
    expect(await main.electron.redirect(url)).toBe(false)
    expect(await main.electron.openWindow(url)).toBe(false)
    const lines = (await readFile(join(folder, 'logs', 'mailroom.log'), 'utf8')).trim().split('\n')
    const textOf = (line: string) => (JSON.parse(line) as { text: string }).text
    // The app may still be logging its start.
    const refused = lines.filter((line) => textOf(line).endsWith(' refused')).slice(-3)
    expect(refused.map(textOf)).toEqual(['navigation refused', 'redirect refused', 'window refused'])
    for (const line of refused) expect(line.length).toBeLessThan(2200)
  })

  it('get permissions, except for copying', async () => {
    for (const permission of [
      'clipboard-read',
      'geolocation',
      'media',
      'notifications',
      'openExternal',
      'hid',
    ] as const) {
      expect(await main.electron.requestPermission(permission, own, true), permission).toBe(false)
      expect(await main.electron.checkPermission(permission, own, true), permission).toBe(false)
    }
    expect(await main.electron.requestPermission('clipboard-sanitized-write', own, true)).toBe(true)
    expect(await main.electron.requestPermission('clipboard-sanitized-write', 'https://example.com/', true)).toBe(false)
    expect(await main.electron.checkDevice()).toBe(false)
  })

  it('reach the network, or download', async () => {
    for (const url of ['https://example.com/pixel.gif', 'http://127.0.0.1:8080/', 'wss://example.com', 'file:///x']) {
      expect(await main.electron.mayRequest(url), url).toBe(false)
    }
    expect(await main.electron.mayRequest('app://mailroom/assets/x.js')).toBe(true)
    expect(await main.electron.download()).toBe(false)
  })

  it('be framed, run with Node, or leave its sandbox', async () => {
    const [window] = await main.electron.windows()
    expect(window?.options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      devTools: false,
    })
    expect(await main.electron.app()).toMatchObject({ sandboxed: true })
  })
})

describe('app://mailroom', () => {
  it('is a standard and secure scheme that does not bypass the policy', async () => {
    const { schemes } = await main.electron.app()
    expect(schemes).toEqual([{ scheme: 'app', privileges: expect.objectContaining({ standard: true, secure: true }) }])
    expect(schemes?.[0]?.privileges?.bypassCSP).toBeFalsy()
  })

  it('serves the page under the policy that every host sends', async () => {
    const policy = policyOfPage(await readFile(new URL('../../out/renderer/index.html', import.meta.url), 'utf8'))
    expect(policy).toMatch(/script-src 'self' 'sha256-[^ ]+';/)
    for (const url of [own, 'app://mailroom/', `${own}#/keys`]) {
      const { status, headers, bytes } = await main.electron.fetch(url)
      expect(status).toBe(200)
      expect(bytes).toBeGreaterThan(0)
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
      })
    }
  })

  it('serves every part of the built page with its type', async () => {
    const assets = fileURLToPath(new URL('../../out/renderer/assets', import.meta.url))
    const names = (await readdir(assets)).filter((name) => !name.endsWith('.gz'))
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) {
      const { status, headers } = await main.electron.fetch(`app://mailroom/assets/${name}`)
      expect(status, name).toBe(200)
      expect(headers['cache-control']).toContain('immutable')
      if (name.endsWith('.js')) expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    }
  })

  it.each([
    'app://mailroom/../main/main.js',
    'app://mailroom/%2e%2e/main/main.js',
    'app://mailroom/..%2fmain%2fmain.js',
    'app://mailroom/assets/..%5c..%5cmain%5cmain.js',
    'app://mailroom//etc/passwd',
    'app://mailroom/gone.js',
    'app://evil/index.html',
  ])('does not serve %s', async (url) => {
    expect(await main.electron.fetch(url)).toMatchObject({ status: 404, bytes: 0 })
  })

  it('responds only to GET and HEAD', async () => {
    expect(await main.electron.fetch(own, 'POST')).toMatchObject({ status: 405 })
    expect(await main.electron.fetch(own, 'HEAD')).toMatchObject({ status: 200, bytes: 0 })
  })
})
