import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appId } from '../../src/main/app-id.ts'
import config, { fuses } from '../../electron-builder.ts'
import { extractArchive, filesOfArchive } from './archive/asar.ts'
import { fuseSentinel, packageApp } from './archive/package-app.ts'
import { unresolvedReferences } from './archive/unresolved.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe('the packaging config', () => {
  it('burns in every fuse, each at its safe side', () => {
    expect(fuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
      resetAdHocDarwinSignature: true,
    })
    expect(config.electronFuses).toBe(fuses)
    expect(config.asar).toBe(true)
  })

  it('makes what each platform installs, under one id', () => {
    expect(config.appId).toBe(appId)
    expect([config.mac?.target, config.win?.target, config.linux?.target]).toEqual([
      ['dmg'],
      ['nsis'],
      ['AppImage', 'deb'],
    ])
  })

  it('names icons that are there, in the containers they say they are', async () => {
    const start = async (path: string) => (await readFile(join(root, path))).subarray(0, 4).toString('latin1')
    expect(await start(String(config.mac?.icon))).toBe('icns')
    expect(await start(String(config.win?.icon))).toBe('\0\0\u0001\0')
    expect(await start(join(String(config.linux?.icon), '512x512.png'))).toBe('\u0089PNG')
  })

  it('leaves the user’s data alone when the program is removed', () => {
    expect(config.nsis?.deleteAppDataOnUninstall).toBe(false)
  })
})

describe('the release workflow', () => {
  const workflow = () => readFile(join(root, '.github/workflows/release.yml'), 'utf8')

  it('names every action by the hash of a commit, which nobody can move', async () => {
    const used = [...(await workflow()).matchAll(/uses: (\S+)/g)].map(([, action]) => action)
    expect(used.length).toBeGreaterThan(0)
    for (const action of used) expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/)
  })

  it('builds keytar from its source instead of fetching a library that the lock file does not cover', async () => {
    expect(await workflow()).toMatch(/run: npm ci\n\s+env:(\n\s+#.*)*\n\s+npm_config_build_from_source: 'true'/)
  })
})

/** An optional dependency: not every machine that runs the tests could install it. */
const keytarLibrary = 'node_modules/keytar/build/Release/keytar.node'

describe('a packaged app', () => {
  let folder: string
  let app: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mailroom-package-'))
    app = await packageApp(folder)
  }, 120_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('holds the bundles, the icons and the libraries that no bundle holds, and nothing else', async () => {
    const paths = [...(await filesOfArchive(join(app, 'resources', 'app.asar'))).keys()]
    expect(paths).toEqual(
      expect.arrayContaining([
        'package.json',
        'out/main/main.js',
        'out/main/archive-worker.js',
        'out/main/import-worker.js',
        'out/main/sandbox-worker.js',
        'out/preload/preload.cjs',
        'out/renderer/index.html',
        'resources/icons/icon.png',
        'node_modules/@css-inline/css-inline-wasm/package.json',
        'node_modules/@css-inline/css-inline-wasm/index_bg.wasm',
      ]),
    )
    const allowed = /^(package\.json|out\/(main|preload|renderer)\/|resources\/|node_modules\/(keytar|@css-inline)\/)/
    expect(paths.filter((path) => !allowed.test(path) || /\.(ts|map|gz)$|^resources\/data\//.test(path))).toEqual([])
  })

  it('holds everything that its scripts and its page refer to', async () => {
    const extracted = join(folder, 'extracted')
    await extractArchive(join(app, 'resources', 'app.asar'), extracted)
    const { unresolved, resolved } = unresolvedReferences(extracted)
    expect(unresolved).toEqual([])
    expect(resolved).toBeGreaterThan(800)
  })

  it.skipIf(!existsSync(join(root, keytarLibrary)))('has keytar’s library where the system can load it', async () => {
    expect((await stat(join(app, 'resources', 'app.asar.unpacked', keytarLibrary))).size).toBeGreaterThan(0)
  })

  it('has a launcher for the command line that starts the program from any folder and hands its arguments over', async () => {
    const launcher = join(app, 'resources', 'bin', 'mailroom')
    const link = join(folder, 'mailroom')
    await symlink(launcher, link)
    // The stand-in for Electron's program is replaced by one that prints what it was given.
    const program = join(app, 'mailroom')
    const burnt = await readFile(program)
    await writeFile(program, '#!/bin/sh\nprintf "%s\\n" "$@"\nexit 75\n')
    const { stdout, status } = spawnSync(link, ['search', 'tag:invoice last:7d', ''], { encoding: 'utf8' })
    await writeFile(program, burnt)
    const switches = stdout.slice(0, stdout.indexOf('--\n')).trim().split('\n')
    expect(switches.slice(0, 2)).toEqual(['--ozone-platform=headless', '--disable-gpu'])
    expect(stdout.slice(stdout.indexOf('--\n'))).toBe('--\nsearch\ntag:invoice last:7d\n\n')
    expect(status).toBe(75)
  })

  it('has its fuses burnt in', async () => {
    const binary = await readFile(join(app, 'mailroom'), 'latin1')
    const wire = binary.slice(binary.indexOf(fuseSentinel) + fuseSentinel.length + 2)
    const { resetAdHocDarwinSignature: _signature, ...burnt } = fuses
    const wanted = Object.values(burnt).map((on) => (on ? '1' : '0'))
    expect(wire.slice(0, wanted.length)).toBe(wanted.join(''))
  })
})
