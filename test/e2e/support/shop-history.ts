import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SecretStore } from '#core/base/ports.ts'
import type { App } from '#core/create-app.ts'
import { createMemorySecretStore } from '#core/keychain/index.ts'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { secondsPerDay } from '#shared/domain/base/durations.ts'
import { askApp, startTestApp } from '#test/support/test-ports.ts'
import { createDataFolder, type DataFolder } from '#test/support/data-folder.ts'
import { newAccount } from './accounts.ts'

/** The account `Shop` with its last week, read from the service once and copied for each test. */
export class ShopHistory {
  readonly #folder: DataFolder
  readonly #accountId: string
  readonly #secret: string

  private constructor(folder: DataFolder, accountId: string, secret: string) {
    this.#folder = folder
    this.#accountId = accountId
    this.#secret = secret
  }

  static async read(service: Sandbox): Promise<ShopHistory> {
    const folder = await createDataFolder()
    const secrets = createMemorySecretStore()
    const app = await startTestApp(folder.path, { secrets })
    const ask = askApp(app)
    const { id } = await ask('accounts.create', newAccount({ name: 'Shop', service }))
    const synced = endOfSync(app)
    await ask('sync.configure', {
      accountId: id,
      options: { from: Math.floor(Date.now() / 1000) - 7 * secondsPerDay },
    })
    const { error } = await synced
    // The files are complete only now.
    await app.close()
    if (error) throw new Error(`The history of the shop was not read: ${error.message}`)
    await writeFile(join(folder.path, 'settings.json'), JSON.stringify({ lastView: '#/messages' }))
    return new ShopHistory(folder, id, (await secrets.get(id))!)
  }

  /** Copies the history into a data folder. Returns a keychain with the account’s key. */
  async copyTo(dataFolder: string): Promise<SecretStore> {
    await cp(this.#folder.path, dataFolder, { recursive: true })
    const secrets = createMemorySecretStore()
    await secrets.set(this.#accountId, this.#secret)
    return secrets
  }

  remove(): Promise<void> {
    return this.#folder.remove()
  }
}

function endOfSync(app: App): Promise<Job> {
  return new Promise((resolve) => {
    const stop = app.subscribe((event) => {
      if (event.name !== 'jobs.changed' || event.payload.kind !== 'sync' || event.payload.endedAt === null) return
      stop()
      resolve(event.payload)
    })
  })
}
