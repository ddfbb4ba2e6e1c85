import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import type { FileRef } from '#shared/contract/files.ts'
import type { Reply } from '#shared/contract/host.ts'
import { createDataFolder, type DataFolder } from '#test/support/data-folder.ts'
import { askApp, startTestApp, testPorts } from '#test/support/test-ports.ts'
import { someNotice, UpdateServer } from '#test/support/updates/update-server.ts'
import type { CoreOptions, SentFile } from './page-commands.ts'

type Parts = {
  readonly folder: DataFolder
  readonly app: App
  readonly updates: UpdateServer | null
  readonly openedLinks: string[]
}

async function addAccountForOneRun(folder: string, proxy: string): Promise<void> {
  const app = await startTestApp(folder)
  const profile = { ...accountDefaults, name: 'Shop', baseUrl: 'https://shop.example/v1', user: 'shop', proxy }
  await askApp(app)('accounts.create', { profile, key: 'a-key', keep: 'this-run' })
  await app.close()
}

/** Mailroom’s core without a host, used by the page of one test. */
export class Core {
  readonly #folder: DataFolder
  readonly #app: App
  readonly #updates: UpdateServer | null
  readonly openedLinks: string[]
  #events: AppEvent[] = []
  #listening: PromiseWithResolvers<void> = Promise.withResolvers()
  #isClosed = false
  #uploads = 0

  private constructor({ folder, app, updates, openedLinks }: Parts) {
    this.#folder = folder
    this.#app = app
    this.#updates = updates
    this.openedLinks = openedLinks
    app.subscribe((event) => {
      this.#events.push(event)
      this.#listening.resolve()
    })
  }

  static async open({ scenario, asksForUpdates = false, hasLostKey = false, proxy = '' }: CoreOptions): Promise<Core> {
    const folder = await createDataFolder()
    const updates = asksForUpdates ? await UpdateServer.open() : null
    const openedLinks: string[] = []
    const shell = {
      ...testPorts(folder.path).shell,
      openExternal: (url: string) => Promise.resolve(void openedLinks.push(url)),
    }
    if (hasLostKey) await addAccountForOneRun(folder.path, proxy)
    const app = await startTestApp(folder.path, { shell }, updates ? { updateSource: updates.source } : {})
    const core = new Core({ folder, app, updates, openedLinks })
    if (scenario) await core.invoke('sandbox.explore', { scenario })
    return core
  }

  async invoke(name: string, input: unknown): Promise<Reply> {
    try {
      const output = await dispatch(this.#app, name, input, { signal: new AbortController().signal })
      return { ok: true, output }
    } catch (thrown) {
      return { ok: false, error: AppError.from(thrown).toJSON() }
    }
  }

  /** Waits for the next events; a closed core returns none. */
  async events(): Promise<AppEvent[]> {
    if (!this.#isClosed) await this.#listening.promise
    this.#listening = Promise.withResolvers()
    return this.#events.splice(0)
  }

  publishVersion(version: string | null): void {
    if (version === null) this.#updates?.respond((_request, response) => void response.writeHead(500).end())
    else this.#updates?.publish({ ...someNotice, version, expires: '2999-12-31' })
  }

  upload(files: readonly SentFile[]): Promise<FileRef[]> {
    return Promise.all(
      files.map(async ({ name, base64 }) => {
        const path = join(this.#folder.path, `upload-${++this.#uploads}`)
        await writeFile(path, Buffer.from(base64, 'base64'))
        return this.#app.files.register(path, { name, isCopy: true })
      }),
    )
  }

  /** The HTML of the only draft, read from the disk. */
  async savedHtml(): Promise<string> {
    const drafts = join(this.#folder.path, 'compose', 'drafts')
    const [id] = await readdir(drafts)
    const text = await readFile(join(drafts, id!, 'content.json'), 'utf8')
    return (JSON.parse(text) as { content: { html: string } }).content.html
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#listening.resolve()
    await this.#app.close()
    await this.#updates?.close()
    await this.#folder.remove()
  }
}
