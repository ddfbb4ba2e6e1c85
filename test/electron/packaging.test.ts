import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { aSend } from '#test/sandbox/support/service-client.ts'
import { Wire } from '#test/support/wire.ts'
import { appId } from '../../src/main/app-id.ts'
import config, { fuses } from '../../electron-builder.ts'
import { extractArchive, filesOfArchive } from './archive/asar.ts'
import { fuseSentinel, packageApp } from './archive/package-app.ts'
import { unresolvedReferences } from './archive/unresolved.ts'
import { bootMain } from './boot.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe('the packaging config', () => {
  it('burns in every fuse in its safe position', () => {
    expect(fuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: false,
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

  it('builds the installers of each platform, under one id', () => {
    expect(config.appId).toBe(appId)
    expect([config.mac?.target, config.win?.target, config.linux?.target]).toEqual([
      ['dmg'],
      ['nsis'],
      ['AppImage', 'deb'],
    ])
  })

  it('refers to existing icons, in the right containers', async () => {
    const start = async (path: string) => (await readFile(join(root, path))).subarray(0, 4).toString('latin1')
    expect(await start(String(config.mac?.icon))).toBe('icns')
    expect(await start(String(config.win?.icon))).toBe('\0\0\u0001\0')
    expect(await start(join(String(config.linux?.icon), '512x512.png'))).toBe('\u0089PNG')
  })

  it('builds an AppImage that starts without FUSE 2, with Chromium’s sandbox', () => {
    expect(config.toolsets?.appimage).toBe('1.0.3')
  })

  it('declares the links that it opens to macOS and Linux', () => {
    expect(config.protocols).toEqual([{ name: 'Mailroom', schemes: ['mailroom'] }])
  })

  it('names the Linux app by its id, so that its windows and notifications belong to its desktop entry', () => {
    // The name is in the archive’s package.json, which a test below checks.
    expect(config.linux?.syncDesktopName).toBe(true)
  })

  it('keeps the user’s data when the program is removed', () => {
    expect(config.nsis?.deleteAppDataOnUninstall).toBe(false)
  })
})

type Deep = { electronNode: { electron: string; node: string } }

it('is tested on the Node version of the Electron that it is packaged with', async () => {
  const { electronNode } = (await import(new URL('../../scripts/support/deep.mjs', import.meta.url).href)) as Deep
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    devDependencies: { electron: string }
  }
  expect(electronNode.electron).toBe(devDependencies.electron)
})

describe('the release workflow', () => {
  const workflow = () => readFile(join(root, '.github/workflows/release.yml'), 'utf8')

  it('pins every action to the hash of a commit, which nobody can move', async () => {
    const used = [...(await workflow()).matchAll(/uses: (\S+)/g)].map(([, action]) => action)
    expect(used.length).toBeGreaterThan(0)
    for (const action of used) expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/)
  })

  it('packages for Macs with either processor, on a machine of each kind', async () => {
    expect(await workflow()).toMatch(/os: \[.*macos-latest, macos-15-intel\]/)
    // Both jobs receive the certificate.
    expect(await workflow()).toMatch(/startsWith\(matrix\.os, 'macos'\) && secrets\.MAC_CSC_LINK/)
  })

  it('tries the packaged program on each system before anything is uploaded', async () => {
    const steps = await workflow()
    const tries = [...steps.matchAll(/node scripts\/try-packaged\.mjs/g)].map(({ index }) => index)
    expect(tries).toHaveLength(3)
    expect(
      steps.match(/if: runner\.os [!=]= 'Linux'\n\s+run: (>-\n\s+xvfb-run|node scripts\/try-packaged)/g),
    ).toHaveLength(2)
    for (const at of tries) {
      expect(at).toBeGreaterThan(steps.indexOf('npm run package'))
      expect(at).toBeLessThan(steps.indexOf('upload-artifact'))
    }
  })

  it('starts the AppImage without FUSE 2, and fails if that does not work', async () => {
    const step = /- name: The AppImage .*\n\s+if: runner\.os == 'Linux'\n\s+run: \|\n((?: {10}.*\n)+)/.exec(
      await workflow(),
    )?.[1]
    const lines = step!
      .trimEnd()
      .split('\n')
      .map((line) => line.trim())
    expect(lines.slice(-2)).toEqual([
      String.raw`if ldconfig -p | grep 'libfuse\.so\.2'; then exit 1; fi`,
      'xvfb-run --auto-servernum dbus-run-session -- node scripts/try-packaged.mjs --appimage',
    ])
  })

  it('makes drafts for package managers from the checksums, and uploads them with the rest of the folder', async () => {
    const steps = await workflow()
    const order = [
      '> SHA256SUMS',
      'make-manifests.ts dist/SHA256SUMS',
      'dist/draft-manifests.tar.gz',
      'gh release create',
    ]
    const at = order.map((step) => steps.indexOf(step))
    expect(at).toEqual(at.toSorted((one, other) => one - other))
    expect(at[0]).toBeGreaterThan(0)
  })

  it('builds keytar from its source instead of fetching a library that the lock file does not cover', async () => {
    expect(await workflow()).toMatch(/run: npm ci\n\s+env:(\n\s+#.*)*\n\s+npm_config_build_from_source: 'true'/)
  })
})

/** keytar is an optional dependency, and may be missing on the machine that runs the tests. */
const keytarLibrary = 'node_modules/keytar/build/Release/keytar.node'

type Read = { readonly path: string; readonly bytes: number }

describe('a packaged app', () => {
  let folder: string
  let app: string
  let extracted: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mailroom-package-'))
    app = await packageApp(folder)
    extracted = join(folder, 'extracted')
    await extractArchive(join(app, 'resources', 'app.asar'), extracted)
  }, 120_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('contains the bundles, the icons and the libraries that no bundle contains, and nothing else', async () => {
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

  it('contains everything that its scripts and its page refer to', async () => {
    const { unresolved, resolved } = unresolvedReferences(extracted, join(folder, 'dist', 'maps'))
    expect(unresolved).toEqual([])
    expect(resolved).toBeGreaterThan(800)
  })

  it('reads less than a megabyte of scripts, in fewer than 140 files, before the page gets its first response', async () => {
    const dataFolder = join(folder, 'counted')
    await mkdir(dataFolder)
    const reads = join(dataFolder, 'reads')
    const recorder = new URL('./archive/record-reads.ts', import.meta.url)
    const env = { READS: reads, NODE_OPTIONS: `--import=${recorder.href}` }
    const { invoke, close } = await bootMain({ dataFolder, appRoot: extracted, flags: ['--secrets', 'memory'], env })
    onTestFinished(close)
    await invoke('accounts.list', undefined)
    const scripts = (await readFile(reads, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Read)
    expect(scripts.map(({ path }) => path)).toContain(join(extracted, 'out', 'main', 'main.js'))
    expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(1_000_000)
    expect(scripts.length).toBeLessThan(140)
  })

  it('leaves a source map of each bundle beside the release', async () => {
    const scripts = (await readdir(join(extracted, 'out', 'main'), { recursive: true })).filter((name) =>
      /\.m?js$/.test(name),
    )
    const maps = await readdir(join(folder, 'dist', 'maps'), { recursive: true })
    expect(maps.filter((name) => name.endsWith('.map')).toSorted()).toEqual(
      scripts.map((name) => `${name}.map`).toSorted(),
    )
    const map = new SourceMap(JSON.parse(await readFile(join(folder, 'dist', 'maps', 'main.js.map'), 'utf8')) as never)
    const entry = map.findEntry(0, 500)
    expect('originalSource' in entry && entry.originalSource).toBe('main.js')
  })

  it('tells Electron its name on Linux', async () => {
    const { desktopName } = JSON.parse(await readFile(join(extracted, 'package.json'), 'utf8')) as {
      desktopName: string
    }
    expect(desktopName).toBe(`${appId}.desktop`)
  })

  it('starts its window and its sandbox, which creates the text of an HTML message', async () => {
    const dataFolder = join(folder, 'data')
    await mkdir(dataFolder)
    const { invoke, electron, close } = await bootMain({
      dataFolder,
      appRoot: extracted,
      flags: ['--secrets', 'memory'],
    })
    onTestFinished(close)
    expect(await electron.fetch('app://mailroom/index.html')).toMatchObject({ status: 200 })
    await invoke('sandbox.explore', { scenario: 'empty' })
    const { url, user, key } = (await invoke('sandbox.state', undefined))!
    const wire = new Wire({ url, user, key })
    onTestFinished(() => wire.close())
    const html = '<h1>Dear all</h1><p>Come in</p>'
    const send = aSend('a@x.org', { html, text: undefined }, { headers: { 'X-SVC-TEXTVERSION': 1 } })
    const { status, body } = await wire.call('POST', '/messages/send', { body: send })
    expect({ status, body: body.toString() }).toEqual({ status: 200, body: '{"status":"success"}' })
    const [entry] = await invoke('sandbox.outbox', { limit: 10 })
    const { text } = await invoke('sandbox.message', { id: entry!.id })
    expect(text).toBe('DEAR ALL\n\nCome in\n')
  })

  it('finds each of its parts with mailroom doctor, which names missing ones', async () => {
    const doctor = async (...flags: string[]) => {
      const typed = ['doctor', '--self', '--json', ...flags, '--data', join(folder, 'doctor')]
      const run = await bootMain({ dataFolder: '', appRoot: extracted, typed })
      const code = await run.exited
      const { checks } = JSON.parse(run.printed()) as { checks: { name: string; ok: boolean }[] }
      await run.close()
      return { code, failed: checks.filter(({ ok }) => !ok).map(({ name }) => name) }
    }
    expect(await doctor('--secrets', 'memory')).toEqual({ code: 0, failed: [] })
    const wasm = 'node_modules/@css-inline/css-inline-wasm/index_bg.wasm'
    for (const name of [wasm, 'out/main/import-worker.js', 'out/renderer/index.html']) {
      await rename(join(extracted, name), join(extracted, `${name}.gone`))
      onTestFinished(() => rename(join(extracted, `${name}.gone`), join(extracted, name)))
    }
    // The keychain helper is a process of Electron, which this package does not contain.
    expect(await doctor()).toEqual({ code: 1, failed: ['thread import', 'inlined css', 'page', 'keychain'] })
  }, 60_000)

  it.skipIf(!existsSync(join(root, keytarLibrary)))('has keytar’s library where the system can load it', async () => {
    expect((await stat(join(app, 'resources', 'app.asar.unpacked', keytarLibrary))).size).toBeGreaterThan(0)
  })

  it('has a launcher for the command line that starts the program from any folder and passes on its arguments', async () => {
    const launcher = join(app, 'resources', 'bin', 'mailroom')
    const link = join(folder, 'mailroom')
    await symlink(launcher, link)
    // Replaces the stand-in for Electron’s program with one that prints its arguments.
    const program = join(app, 'mailroom')
    const burnt = await readFile(program)
    await writeFile(program, '#!/bin/sh\nprintf "%s\\n" "$@"\nexit 75\n')
    const { stdout, status } = spawnSync(link, ['search', 'tag:invoice last:7d', ''], { encoding: 'utf8' })
    const opened = spawnSync(link, ['mailroom://search?q=a'], { encoding: 'utf8' })
    await writeFile(program, burnt)
    // A link opens the window, so it needs a display.
    expect(opened.stdout).toBe('--\nmailroom://search?q=a\n')
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
