import { stat } from 'node:fs/promises'
import type { SandboxOptions } from '../base/options.ts'
import { ServiceError } from '../http/service-error.ts'
import { removeDatabase } from '../store/database/database.ts'
import { ForkBase } from './fork-base.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'
import type { SnapshotContent } from './snapshot-file.ts'
import type { Snapshots } from './snapshots.ts'
import type { WorkingFolder } from './working-folder.ts'

export type ForkOptions = Pick<SandboxOptions, 'port' | 'smtp' | 'key'> & {
  /** Defaults to the sandbox’s current content. */
  snapshot?: string | undefined
}

/** The properties of a fork that the controls return. */
export type ForkedSandbox = {
  readonly url: string
  readonly smtp: string | undefined
  readonly smtps: string | undefined
  readonly credentials: { user: string; key: string }
  readonly adminUrl: string
  readonly adminToken: string
  close: () => Promise<void>
}

export type StartFork<Forked> = (options: SandboxOptions, content: SnapshotContent) => Promise<Forked>

type ForksNeeds<Sandbox extends ForkedSandbox> = {
  snapshots: Snapshots
  folder: SnapshotFolder
  working: WorkingFolder
  start: StartFork<Sandbox>
}

const mostForks = 500

/**
 * Further sandboxes that each begin with a copy of a snapshot, for example one per test. They run in the same thread
 * and end with this sandbox.
 */
export class Forks<Sandbox extends ForkedSandbox = ForkedSandbox> {
  readonly #needs: ForksNeeds<Sandbox>
  readonly #running = new Map<string, Sandbox>()
  readonly #bases = new Map<string, ForkBase>()
  /** Of the bases of snapshots that were replaced. */
  readonly #removals = new Set<Promise<void>>()
  #count = 0
  #isClosed = false
  #starting = 0

  constructor(needs: ForksNeeds<Sandbox>) {
    this.#needs = needs
  }

  async create(options: ForkOptions = {}): Promise<{ id: string; sandbox: Sandbox }> {
    if (this.#isClosed) throw closedError()
    if (this.#running.size + this.#starting >= mostForks) {
      throw new ServiceError(409, 'too-many-forks', `There are ${mostForks} forks. End one before you create another.`)
    }
    this.#starting++
    try {
      const content = await this.#content(options.snapshot)
      const sandbox = await this.#needs.start(options, content).catch((error: unknown) => {
        removeDatabase(content.path)
        throw error
      })
      if (this.#isClosed) {
        await sandbox.close()
        throw closedError()
      }
      const id = String(++this.#count)
      this.#running.set(id, sandbox)
      return { id, sandbox }
    } finally {
      this.#starting--
    }
  }

  list(): { id: string; sandbox: Sandbox }[] {
    return [...this.#running].map(([id, sandbox]) => ({ id, sandbox }))
  }

  /** Returns whether the fork was running. */
  async end(id: string): Promise<boolean> {
    const sandbox = this.#running.get(id)
    this.#running.delete(id)
    await sandbox?.close()
    return sandbox !== undefined
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#running.keys()].map((id) => this.end(id)))
    await Promise.all([...this.#removals, ...[...this.#bases.values()].map((base) => base.remove())])
  }

  #content(name: string | undefined): Promise<SnapshotContent> {
    if (name === undefined) return this.#needs.snapshots.current()
    return this.#needs.folder.use(name, async (path) => {
      const { ino, mtimeMs, size } = await stat(path)
      return this.#base(path, `${ino} ${mtimeMs} ${size}`).copy()
    })
  }

  /** Does not wait for the previous base, which may still be unpacked and copied for forks that were requested earlier. */
  #base(path: string, stamp: string): ForkBase {
    const known = this.#bases.get(path)
    if (known?.stamp === stamp) return known
    const base = new ForkBase(path, { stamp, working: this.#needs.working })
    this.#bases.set(path, base)
    base.content.catch(() => {
      if (this.#bases.get(path) === base) this.#bases.delete(path)
    })
    if (known) {
      // Files that can’t be removed now are removed with the working folder.
      const removal = known.remove().catch(() => undefined)
      this.#removals.add(removal)
      void removal.then(() => this.#removals.delete(removal))
    }
    return base
  }
}

function closedError(): ServiceError {
  return new ServiceError(503, 'closed', 'The sandbox was closed.')
}
