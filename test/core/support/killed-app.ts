import { watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'
import { createApp, type App } from '#core/create-app.ts'
import { askApp, testPorts, type Ask } from '#test/support/test-ports.ts'
import { Steps, type KillPoint } from './steps.ts'

export type Killed = {
  readonly folder: string
  readonly accountId: string
  readonly point: KillPoint
}

/** The app of a program that is killed at a step: a file-system call, or `archive`. */
export class KilledApp {
  readonly app: App
  readonly ask: Ask
  readonly steps: Steps
  readonly #archive: string
  #watched: FSWatcher | null = null

  private constructor(app: App, { folder, accountId, point }: Killed) {
    this.app = app
    this.ask = askApp(app)
    this.steps = new Steps(point)
    this.steps.watchFiles((path) => path.startsWith(folder))
    this.#archive = join(folder, 'accounts', accountId)
  }

  static async open(killed: Killed): Promise<KilledApp> {
    const app = await createApp(testPorts(killed.folder), { goesOn: false })
    await app.handlers
    return new KilledApp(app, killed)
  }

  /**
   * The archive is written by another thread: while it works, the log beside the file grows, which counts as a step.
   */
  watchArchive(onWrite: () => void = () => undefined): void {
    this.#watched = watch(this.#archive, (_event, name) => {
      if (!name?.endsWith('-wal')) return
      this.steps.take('archive')
      onWrite()
    })
  }

  async end(): Promise<void> {
    await this.app.close()
    this.#watched?.close()
    this.steps.end()
  }
}
