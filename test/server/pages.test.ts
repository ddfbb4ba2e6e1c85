import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { StaticPages } from '#server/requests/static-pages.ts'
import { startTestHost } from '#test/support/browser-host.ts'
import { withDataFolder } from '#test/support/data-folder.ts'

test('hashed files are cached forever, others are revalidated, and compressed files are sent unchanged', () =>
  withDataFolder(async (folder) => {
    const built = join(folder, 'built')
    await mkdir(join(built, 'assets'), { recursive: true })
    await writeFile(join(built, 'index.html'), '<!doctype html>')
    await writeFile(join(built, 'assets', 'app-1.js'), 'let a')
    await writeFile(join(built, 'assets', 'app-1.js.gz'), gzipSync('let a'))
    await writeFile(join(built, 'assets', 'large-1.js'), ' '.repeat(300_000))
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
    const large = await get('/assets/large-1.js')
    expect([large.headers['content-length'], large.body.length]).toEqual(['300000', 300_000])
    await host.close()
  }))

test('a page that is not built yet shows a message, and appears once it is built', () =>
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

test('a file that could not be read once is sent when it can be read again', () =>
  withDataFolder(async (folder) => {
    const built = join(folder, 'built')
    await mkdir(built)
    await writeFile(join(built, 'index.html'), 'here')
    await writeFile(join(built, 'app.js'), 'let a')
    const page = new StaticPages(built, '')
    const host = await startTestHost({ dataFolder: join(folder, 'data'), page: () => Promise.resolve(page) })
    const app = () => host.client.signedIn({ path: '/app.js' })
    await host.client.signedIn({ path: '/' })
    await rename(join(built, 'app.js'), join(built, 'away'))
    expect((await app()).status).toBe(500)
    await rename(join(built, 'away'), join(built, 'app.js'))
    expect(await app()).toMatchObject({ status: 200, body: 'let a' })
    await host.close()
  }))

test('the built page requests the files of its start as early as its script, and none of them twice', async () => {
  const index = await readFile(new URL('../../out/renderer/index.html', import.meta.url), 'utf8')
  const named = (tag: RegExp) => [...index.matchAll(tag)].map(([, name = '']) => name)
  const scripts = named(/<script type="module"[^>]* src="\.\/([^"]+)"/g)
  const preloaded = named(/<link rel="modulepreload"[^>]* href="\.\/([^"]+)"/g)
  const styles = named(/<link rel="stylesheet"[^>]* href="\.\/([^"]+)"/g)
  expect(scripts).toHaveLength(1)
  expect(preloaded).toContainEqual(expect.stringMatching(/^assets\/start-/))
  // Those of many views come with the view.
  expect(styles).toEqual([expect.stringMatching(/^assets\/start-/)])
  expect(new Set([...scripts, ...preloaded])).toHaveProperty('size', scripts.length + preloaded.length)
})
