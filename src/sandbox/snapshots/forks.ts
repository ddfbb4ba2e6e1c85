import { constants } from 'node:fs'
import { copyFile, stat } from 'node:fs/promises'
import type { SandboxOptions } from '../base/options.ts'
import { ServiceError } from '../http/service-error.ts'
import { removeDatabase } from '../store/database/database.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'
import type { SnapshotContent } from './snapshot-file.ts'
import type { Snapshots } from './snapshots.ts'
import { unpackContent } from './unpack-content.ts'
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

/** An unpacked snapshot, valid until the snapshot’s file changes. */
type Base = SnapshotContent & { stamp: string; spare: Promise<string> | undefined }

const mostForks = 500

/**
 * Further sandboxes that each begin with a copy of a snapshot, for example one per test. They run in the same thread
 * and end with this sandbox.
 */
export class Forks<Sandbox extends ForkedSandbox = ForkedSandbox> {
  readonly #needs: ForksNeeds<Sandbox>
  readonly #running = new Map<string, Sandbox>()
  readonly #bases = new Map<string, Promise<Base>>()
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
    for (const base of await Promise.allSettled(this.#bases.values())) {
      if (base.status === 'fulfilled') await forget(base.value)
    }
  }

  async #content(name: string | undefined): Promise<SnapshotContent> {
    if (name === undefined) return this.#needs.snapshots.current()
    const base = await this.#base(name)
    const { spare } = base
    base.spare = undefined
    const path = await (spare ?? this.#copy(base))
    // Copies the file for the next fork in advance, because the copy takes longer than the start.
    base.spare ??= this.#copy(base)
    base.spare.catch(() => undefined)
    return { path, header: base.header }
  }

  async #base(name: string): Promise<Base> {
    const { path } = await this.#needs.folder.find(name)
    const { mtimeMs, size } = await stat(path)
    const stamp = `${mtimeMs} ${size}`
    const known = await this.#bases.get(path)
    if (known?.stamp === stamp) return known
    const unpacking = unpackContent(path, this.#needs.working).then((content) => ({
      ...content,
      stamp,
      spare: undefined,
    }))
    this.#bases.set(path, unpacking)
    unpacking.catch(() => this.#bases.delete(path))
    if (known !== undefined) await forget(known)
    return unpacking
  }

  /** On some file systems, this takes no time, because a copy shares the blocks of the original. */
  async #copy(base: Base): Promise<string> {
    const path = this.#needs.working.file()
    await copyFile(base.path, path, constants.COPYFILE_FICLONE)
    return path
  }
}

async function forget(base: Base): Promise<void> {
  removeDatabase(base.path)
  const spare = await base.spare?.catch(() => undefined)
  if (spare !== undefined) removeDatabase(spare)
}

function closedError(): ServiceError {
  return new ServiceError(503, 'closed', 'The sandbox was closed.')
}
