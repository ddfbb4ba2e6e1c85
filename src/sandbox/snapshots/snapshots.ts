import { existsSync } from 'node:fs'
import type { SandboxClock } from '../base/clock.ts'
import type { ScenarioName } from '../base/scenario.ts'
import type { Faults } from '../faults/faults.ts'
import { ServiceError } from '../http/service-error.ts'
import { shown } from '../readers/fields.ts'
import type { Store } from '../store/index.ts'
import { removeSettings } from '../store/content.ts'
import { removeDatabase } from '../store/database/database.ts'
import { compare, type SnapshotComparison } from './compare.ts'
import { copyChecked, importedName } from './imported-snapshot.ts'
import { writeSnapshot, type SnapshotContent } from './snapshot-file.ts'
import type { ListedSnapshot, NamedSnapshot, SnapshotFolder } from './snapshot-folder.ts'
import { unpackContent } from './unpack-content.ts'
import type { WorkingFolder } from './working-folder.ts'

export type SnapshotsNeeds = {
  store: Store
  clock: SandboxClock
  faults: Faults
  scenario: { readonly name: ScenarioName }
  folder: SnapshotFolder
  working: WorkingFolder
  /** Replaces everything in the running sandbox. */
  takeOver: (content: SnapshotContent) => void
  /** Called after a snapshot has been saved, added or removed. */
  onChange: () => void
}

/**
 * The sandbox’s own settings, which are left out of snapshots. They include secrets, and snapshots may be committed to
 * a repository.
 */
const ofRun = ['admin-token', 'tracking-secret', 'certificate-authority', 'smtp-port', 'request-numbers']

/** Saves the sandbox’s content under names and restores it. Operations run one after another. */
export class Snapshots {
  readonly #needs: SnapshotsNeeds
  #last: Promise<unknown> = Promise.resolve()

  constructor(needs: SnapshotsNeeds) {
    this.#needs = needs
  }

  list(): Promise<ListedSnapshot[]> {
    return this.#needs.folder.list()
  }

  save(name: string, { replace = false } = {}): Promise<NamedSnapshot> {
    return this.#afterLast(async () => {
      const target = this.#needs.folder.pathToSave(name)
      if (!replace && existsSync(target)) {
        throw new ServiceError(
          409,
          'snapshot-exists',
          `A snapshot named ${shown(name)} already exists. Choose another name, or replace it.`,
        )
      }
      const { path, header } = await this.#current()
      try {
        await writeSnapshot(target, header, path)
      } finally {
        removeDatabase(path)
      }
      const { path: _, ...saved } = await this.#needs.folder.find(name)
      this.#needs.onChange()
      return { name, ...saved }
    })
  }

  async pathOf(name: string): Promise<string> {
    return (await this.#needs.folder.find(name)).path
  }

  /** Adds a snapshot that was saved elsewhere, under a name derived from its file name. Returns that name. */
  add(file: string, fileName: string): Promise<string> {
    return this.#afterLast(async () => {
      const { folder, working, onChange } = this.#needs
      const taken = await folder.list()
      const name = importedName(
        fileName,
        taken.map((snapshot) => snapshot.name),
      )
      await copyChecked(file, folder.pathToSave(name), working)
      onChange()
      return name
    })
  }

  restore(name: string): Promise<void> {
    return this.#afterLast(async () => {
      this.#needs.takeOver(await this.#unpacked(name))
    })
  }

  remove(name: string): Promise<void> {
    return this.#afterLast(async () => {
      await this.#needs.folder.remove(name)
      this.#needs.onChange()
    })
  }

  /** Compares the snapshot with `other`, or with the sandbox’s current content. */
  compare(name: string, other?: string): Promise<SnapshotComparison> {
    return this.#afterLast(async () => {
      const contents: SnapshotContent[] = []
      try {
        contents.push(await this.#unpacked(name))
        contents.push(await (other === undefined ? this.#current() : this.#unpacked(other)))
        return compare(contents[0]!, contents[1]!)
      } finally {
        for (const { path } of contents) removeDatabase(path)
      }
    })
  }

  /** Copies the sandbox’s current content. */
  current(): Promise<SnapshotContent> {
    return this.#afterLast(() => this.#current())
  }

  async #current(): Promise<SnapshotContent> {
    const { store, clock, faults, scenario, working } = this.#needs
    const path = working.file()
    await store.copyTo(path)
    const { now, running } = clock.state()
    // Counts the messages in the copy, because the sandbox may already have received more.
    const { messages } = removeSettings(path, ofRun)
    return {
      path,
      header: {
        clock: { now, running },
        scenario: scenario.name,
        messages,
        faults: faults.list(),
      },
    }
  }

  /** Waits for operations in progress. */
  async close(): Promise<void> {
    await this.#last
  }

  #unpacked(name: string): Promise<SnapshotContent> {
    const { folder, working } = this.#needs
    return folder.use(name, (path) => unpackContent(path, working))
  }

  #afterLast<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => undefined)
    return result
  }
}
