import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { App } from '#core/create-app.ts'
import { Guests } from '#core/guests/guests.ts'
import { lockDataFolder } from '#core/node/index.ts'
import { hostChannels } from '#shared/contract/host.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { runCli } from '#test/cli/support/run-cli.ts'
import { newProfile } from '#test/contract/example-accounts.ts'
import { json } from '#test/support/api-client.ts'
import { answering } from '#test/support/failing-service.ts'
import { bootMain, type BootedMain } from './boot.ts'

let folder: string
let data: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-life-'))
  data = join(folder, 'data')
})
afterEach(() => rm(folder, { recursive: true }))

/** Reads a blacklist from a service that responds only once it is released: a job that uses no processor time. */
async function startTask({ invoke }: BootedMain) {
  const { promise: open, resolve: letGo } = Promise.withResolvers<void>()
  const baseUrl = await answering((_call, response) => void open.then(() => json(response, { items: [], total: 0 })))
  const profile = { ...newProfile(), name: 'Shop', baseUrl, acceptPlainHttp: true }
  const { id: accountId } = await invoke('accounts.create', { profile, key: 'a-key', keep: 'this-run' })
  await invoke('blacklists.read', { accountId, ifOlderThan: null, types: ['bounces'] })
  return { title: 'Refresh the blacklists of Shop', letGo }
}

/** Holds the data folder as a command does. Returns a function that ends the command. */
async function holdAsCommand(): Promise<() => Promise<void>> {
  const lock = lockDataFolder(data, { pid: 4711, host: 'command line', socket: null })
  // The command is only asked to show a window. It has none, so it needs no app.
  const guests = await Guests.open({ app: {} as App, data, lock, logger: { log: () => undefined } })
  return async () => {
    await guests?.close()
    lock.release()
  }
}

/** The document in a data: URL. */
function textOf(url: string | null | undefined): string {
  return Buffer.from(url?.split('base64,')[1] ?? '', 'base64').toString()
}

describe('quitting', () => {
  it.each(['linux', 'win32', 'darwin'] as const)(
    'writes everything and releases the data folder on %s',
    async (platform) => {
      const main = await bootMain({ dataFolder: data, platform })
      const saved = main.invoke('settings.change', { density: 'comfortable' })
      await main.electron.quit().catch(() => undefined)
      expect(await main.exited).toBe(0)
      await main.close()
      await saved.catch(() => undefined)
      expect(JSON.parse(await readFile(join(data, 'settings.json'), 'utf8'))).toMatchObject({ density: 'comfortable' })
      lockDataFolder(data, { pid: process.pid, host: 'test' }).release()
    },
  )

  it('asks about a running task, and stays or waits for the task as the user chooses', async () => {
    const main = await bootMain({ dataFolder: data, flags: ['--secrets', 'memory'] })
    const { title, letGo } = await startTask(main)
    const states = (jobs: unknown) => (jobs as Job[]).map((job) => [job.title, job.state])
    await main.electron.quit()
    expect(await main.electron.dialogs()).toMatchObject([
      { kind: 'message', options: { detail: expect.stringContaining(title) as string } },
    ])
    await main.electron.answerDialog({ response: 2 })
    expect(states(await main.invoke('jobs.list', undefined))).toEqual([[title, 'running']])

    await main.electron.quit()
    await main.electron.answerDialog({ response: 0 })
    expect(states(await main.invoke('jobs.list', undefined))).toEqual([[title, 'running']])
    letGo()
    expect(await main.exited).toBe(0)
    await main.close()
    expect(states(JSON.parse(await readFile(join(data, 'jobs.json'), 'utf8')))).toEqual([[title, 'done']])
  })

  it('does not ask about a sync, which continues at the next start', async () => {
    const main = await bootMain({ dataFolder: data, flags: ['--secrets', 'memory'] })
    const baseUrl = await answering(() => undefined)
    const profile = { ...newProfile(), baseUrl, acceptPlainHttp: true, storeHistory: true }
    const { id: accountId } = await main.invoke('accounts.create', { profile, key: 'a-key', keep: 'this-run' })
    const from = Math.floor(Date.now() / 1000) - 86_400
    await main.invoke('sync.configure', { accountId, options: { from } })
    await expect.poll(async () => (await main.invoke('sync.status', { accountId })).running).toBe(true)
    await main.electron.quit()
    expect(await main.exited).toBe(0)
    await main.close()
  })

  it('follows when the last window is closed, except on macOS', async () => {
    const main = await bootMain({ dataFolder: data, platform: 'linux' })
    await main.electron.closeWindow().catch(() => undefined)
    expect(await main.exited).toBe(0)
    await main.close()
  })

  it('happens without a question when Windows ends the session, and before that', async () => {
    const main = await bootMain({ dataFolder: data, platform: 'win32' })
    await main.electron.drag({ x: 200, y: 120, width: 1000, height: 700 })
    await main.electron.endSession().catch(() => undefined)
    expect(await main.exited).toBe(0)
    await main.close()
    expect(await readFile(join(data, 'logs', 'mailroom.log'), 'utf8')).toContain('stopped')
    expect(JSON.parse(await readFile(join(data, 'window.json'), 'utf8'))).toMatchObject({ bounds: { width: 1000 } })
  })
})

describe('a running task', () => {
  it('keeps the computer awake until it ends', async () => {
    const main = await bootMain({ dataFolder: data, flags: ['--secrets', 'memory'] })
    expect(await main.electron.awake()).toEqual({ now: 0, started: 0 })
    await main.invoke('sandbox.explore', { scenario: 'empty' })
    await main.invoke('sandbox.reset', { scenario: 'empty' })
    const hasSlept = async () => {
      const { now, started } = await main.electron.awake()
      return started > 0 && now === 0
    }
    await expect.poll(hasSlept).toBe(true)
    await main.close()
  })
})

describe('a shutdown of Linux', () => {
  it('waits until Mailroom has closed, without a question about a running task', async () => {
    const main = await bootMain({ dataFolder: data, platform: 'linux', flags: ['--secrets', 'memory'] })
    await startTask(main)
    await main.electron.shutDown().catch(() => undefined)
    expect(await main.exited).toBe(0)
    await main.close()
    expect(await readFile(join(data, 'logs', 'mailroom.log'), 'utf8')).toContain('stopped')
  })
})

describe('the end of a session on Linux', () => {
  it('closes Mailroom without a question about a running task', async () => {
    const main = await bootMain({ dataFolder: data, platform: 'linux', flags: ['--secrets', 'memory'] })
    await main.invoke('sandbox.explore', { scenario: 'empty' })
    await main.invoke('sandbox.reset', { scenario: 'demo' })
    main.signal('SIGTERM')
    expect(await main.exited).toBe(0)
    await main.close()
    expect(await readFile(join(data, 'logs', 'mailroom.log'), 'utf8')).toContain('stopped')
  })
})

describe.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGHUP'] as const)('%s from a terminal', (signal) => {
  it('closes Mailroom without a question about a running task, although npm repeats it', async () => {
    const main = await bootMain({ dataFolder: data, flags: ['--secrets', 'memory'] })
    await startTask(main)
    await main.electron.hangsOnClosing()
    main.onSent(({ channel }) => channel === hostChannels.closing && main.signal(signal))
    main.signal(signal)
    expect(await main.exited).toBe(0)
    await main.close()
    expect(await readFile(join(data, 'logs', 'mailroom.log'), 'utf8')).toContain('stopped')
  })
})

describe('starting', () => {
  it('a second time ends at once, and the first instance comes to the front', async () => {
    const main = await bootMain({ dataFolder: data, holdsLock: false, window: false })
    expect(await main.exited).toBe(0)
    await main.close()
    expect(main.said()).toBe('Mailroom is already running and was brought to the front.\n')
  })

  it('a second time says that --scenario is ignored', async () => {
    const flags = ['--scenario', 'demo']
    const main = await bootMain({ dataFolder: data, holdsLock: false, window: false, flags })
    expect(await main.exited).toBe(0)
    await main.close()
    expect(main.said()).toContain('--scenario is ignored: it applies only when Mailroom starts.')
  })

  it('refuses an unknown scenario before anything is created', async () => {
    const main = await bootMain({ dataFolder: data, window: false, flags: ['--sandbox', 'full'] })
    expect(await main.exited).toBe(2)
    await main.close()
    expect(main.said()).toContain('--scenario takes one of empty, demo, million, not "full".')
    await expect(readFile(join(data, 'settings.json'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('reports who holds the data folder', async () => {
    const lock = lockDataFolder(data, { pid: 4711, host: 'browser host' })
    const main = await bootMain({ dataFolder: data, window: false })
    expect(await main.exited).toBe(1)
    await main.close()
    lock.release()
    expect(main.errorBoxes).toEqual([
      { title: 'Mailroom can’t start', content: expect.stringContaining('Mailroom (browser host, process 4711)') },
    ])
  })

  it('shows that it waits for a command that is using the folder, and then handles commands itself', async () => {
    const release = await holdAsCommand()
    const main = await bootMain({ dataFolder: data, flags: ['--secrets', 'memory'], window: false })
    const shown = async () => textOf((await main.electron.windows())[0]?.url)
    await expect.poll(shown).toContain('A mailroom command is using this data folder.')
    await main.electron.secondInstance()
    expect(await main.electron.windows()).toMatchObject([{ visible: true, focused: true }])
    await release()
    await expect
      .poll(() => main.electron.windows())
      .toMatchObject([{ visible: true, url: 'app://mailroom/index.html' }])
    const heard: string[] = []
    main.subscribe((event) => heard.push(event.name))
    const place = ['--url', 'http://127.0.0.1:9/v1', '--user', 'shop', '--data', data]
    const add = ['accounts', 'add', '--name', 'Shop', '--no-check', ...place]
    expect(await runCli(add, { env: { MAILROOM_KEY: 'k' } })).toMatchObject({ code: 0, stdout: 'Shop was added.\n' })
    expect(await main.invoke('accounts.list', undefined)).toMatchObject({ accounts: [{ name: 'Shop' }] })
    expect(heard).toContain('accounts.changed')
    const second = await runCli(['serve', '--no-open', '--data', data])
    expect(second).toMatchObject({ code: 0 })
    await main.close()
  })

  it('ends if the user does not want to wait for a command', async () => {
    const release = await holdAsCommand()
    const main = await bootMain({ dataFolder: data, window: false })
    await expect.poll(() => main.electron.windows()).toHaveLength(1)
    const [waiting] = await main.electron.windows()
    await main.electron.closeWindow(waiting!.id).catch(() => undefined)
    expect(await main.exited).toBe(0)
    await main.close()
    await release()
  })

  it('reports a path that cannot be a data folder', async () => {
    await writeFile(data, 'a file')
    const main = await bootMain({ dataFolder: data, window: false })
    expect(await main.exited).toBe(1)
    await main.close()
    expect(main.errorBoxes).toEqual([{ title: 'Mailroom can’t start', content: expect.stringMatching(/data folder/) }])
  })

  it('with --scenario opens with its account', async () => {
    const main = await bootMain({ dataFolder: data, flags: ['--scenario', 'empty', '--secrets', 'memory'] })
    const accounts = async () => (await main.invoke('accounts.list', undefined)).accounts
    await expect.poll(accounts).toMatchObject([{ kind: 'sandbox' }])
    await main.close()
  })

  it('resolves a relative MAILROOM_DATA against the directory where it was started', async () => {
    const main = await bootMain({
      dataFolder: data,
      typed: [],
      window: true,
      env: { MAILROOM_DATA: relative('.', data) },
    })
    expect(await main.electron.app()).toMatchObject({ userData: data })
    await main.close()
  })

  it('keeps Chromium’s sandbox off if it was started without one, and logs it', async () => {
    const main = await bootMain({ dataFolder: data, flags: ['--no-sandbox'] })
    expect(await main.electron.app()).toMatchObject({ sandboxed: false })
    await main.close()
    expect(await readFile(join(data, 'logs', 'mailroom.log'), 'utf8')).toContain('pages run without a sandbox')
  })

  it('with a sandbox that cannot start is reported in the page', async () => {
    await mkdir(data)
    // A file with the name of the sandbox’s folder.
    await writeFile(join(data, 'sandbox'), '')
    const main = await bootMain({ dataFolder: data, flags: ['--scenario', 'empty', '--secrets', 'memory'] })
    const notices = async () => (await main.electron.events()).filter(({ name }) => name === 'app.notice')
    await expect.poll(notices).toMatchObject([{ payload: { id: 'sandbox-start' } }])
    await main.close()
  })

  it('keeps a damaged settings file aside and notifies the page', async () => {
    await mkdir(data)
    await writeFile(join(data, 'settings.json'), '{"theme": "da')
    const main = await bootMain({ dataFolder: data })
    const { notices } = await main.invoke('app.info', undefined)
    await main.close()
    expect(notices.map(({ text }) => text).join()).toContain('settings.json')
  })
})
