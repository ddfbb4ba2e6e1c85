import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { StaticPages } from '#server/requests/static-pages.ts'
import { startTestHost } from '#test/support/browser-host.ts'
import { withDataFolder } from '#test/support/data-folder.ts'

test('hashed files are kept for ever, the rest is asked for again, and packed files are sent as they are', () =>
  withDataFolder(async (folder) => {
    const built = join(folder, 'built')
    await mkdir(join(built, 'assets'), { recursive: true })
    await writeFile(join(built, 'index.html'), '<!doctype html>')
    await writeFile(join(built, 'assets', 'app-1.js'), 'let a')
    await writeFile(join(built, 'assets', 'app-1.js.gz'), gzipSync('let a'))
    const page = new StaticPages(built, join(built, 'no-icon.png'))
    const host = await startTestHost({ dataFolder: join(folder, 'data'), page: () => Promise.resolve(page) })
    const get = (path: string, headers: Record<string, string> = {}) => host.client.signedIn({ path, headers })

    const index = await get('/')
    expect(index).toMatchObject({ status: 200, body: '<!doctype html>' })
    expect(index.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
    const again = await get('/index.html', { 'If-None-Match': index.headers.etag! })
    expect([again.status, again.body]).toEqual([304, ''])

    const plain = await get('/assets/app-1.js')
    expect(plain).toMatchObject({ status: 200, body: 'let a' })
    expect(plain.headers).toMatchObject({ 'cache-control': 'private, max-age=31536000, immutable' })
    const packed = await get('/assets/app-1.js', { 'Accept-Encoding': 'gzip, br' })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    expect(packed.headers['content-type']).toContain('javascript')
    expect((await get('/assets/app-1.js.gz')).status).toBe(404)
    await host.close()
  }))

test('a page that is not built yet is a sentence, and appears once it is', () =>
  withDataFolder(async (folder) => {
    const page = new StaticPages(join(folder, 'built'), '')
    const host = await startTestHost({ dataFolder: join(folder, 'data'), page: () => Promise.resolve(page) })
    const before = await host.client.signedIn({ path: '/' })
    expect([before.status, before.body]).toEqual([503, expect.stringContaining('npm run build')])
    await mkdir(join(folder, 'built'))
    await writeFile(join(folder, 'built', 'index.html'), 'here')
    expect(await host.client.signedIn({ path: '/' })).toMatchObject({ status: 200, body: 'here' })
    await host.close()
  }))
