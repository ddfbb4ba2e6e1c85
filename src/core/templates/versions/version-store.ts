import { createHash } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import type { TemplateContent } from '#shared/contract/templates.ts'
import { fileError } from '../../base/json-file.ts'
import { Queue } from '../../base/queue.ts'
import { variablesOf, type Sealed } from './content.ts'
import { headOf, readBody, readHead, readVersion, writeVersion, type VersionHead } from './version-file.ts'

/** A template version. Its id is its file name: a number and the hash of the content. */
export type Version = { readonly id: string; readonly hash: string; readonly head: VersionHead }

type Shelf = {
  readonly folder: string
  /** The template’s versions, oldest first. */
  readonly versions: readonly Version[]
  readonly unreadable: number
  /** The number of the newest file, readable or not. */
  readonly last: number
}

/** Metadata about a version’s content. */
export type About = Pick<VersionHead, 'name' | 'createdAt' | 'updatedAt'> &
  Partial<Pick<VersionHead, 'origin' | 'state' | 'effectId' | 'of'>>

type Change = Partial<Pick<VersionHead, 'state' | 'answerLost'>>

const mostVersions = 200
const suffix = '.version'
const fileName = /^(\d{6})-([0-9a-f]{40})\.version$/
/** Maximum number of files open at the same time while the folder is read. */
const atOnce = 16

/**
 * Every template version of one account. Each version is a separate file, so a damaged file affects no other version. Only
 * the first lines are kept in memory.
 */
export class VersionStore {
  readonly #folder: string
  readonly #now: () => number
  readonly #shelves: Map<string, Shelf>
  /** Templates that the service has returned since Mailroom started. */
  readonly #read = new Set<string>()
  readonly #changes = new Queue()

  private constructor(folder: string, now: () => number, shelves: Map<string, Shelf>) {
    this.#folder = folder
    this.#now = now
    this.#shelves = shelves
  }

  static async open(folder: string, now: () => number): Promise<VersionStore> {
    const shelves = new Map<string, Shelf>()
    for (const name of await namesIn(folder)) {
      const shelf = await readShelf(join(folder, name))
      const [first] = shelf.versions
      if (first) shelves.set(first.head.template, shelf)
    }
    return new VersionStore(folder, now, shelves)
  }

  ids(): string[] {
    return [...this.#shelves.keys()]
  }

  /** Returns the template’s versions, oldest first. */
  versions(id: string): readonly Version[] {
    return this.#shelves.get(id)?.versions ?? []
  }

  unreadable(id: string): number {
    return this.#shelves.get(id)?.unreadable ?? 0
  }

  /** Returns the id of a template that is given by its id or name. A removed template may have had the same name. */
  idOf(given: string): string {
    if (this.#shelves.has(given)) return given
    const newest = this.ids().map((id) => ({ id, head: this.versions(id).at(-1)!.head }))
    const named = newest.filter(({ head }) => head.name === given)
    return named.toSorted((a, b) => b.head.keptAt - a.head.keptAt)[0]?.id ?? given
  }

  /** The content currently on the service, as far as is known. */
  current(id: string): Version | null {
    return this.versions(id).findLast(({ head }) => head.state === 'saved') ?? null
  }

  find(id: string, versionId: string): Version {
    const found = this.versions(id).find((version) => version.id === versionId)
    if (found) return found
    throw new AppError('not-found', 'This version is no longer stored. Reload the template’s history.')
  }

  async content(id: string, versionId: string): Promise<TemplateContent> {
    const { hash } = this.find(id, versionId)
    return readVersion(this.#pathOf(id, versionId), hash)
  }

  /**
   * Keeps content read from the service as a new version, unless it equals the content of a version that the service
   * may have.
   */
  keepRead(id: string, read: Sealed, about: About): Promise<Version> {
    this.#read.add(id)
    // The content is looked up inside the queue, because another read may be keeping the same content.
    return this.#changes.add(() => {
      const known = this.#atService(id, read.hash)
      if (known === null) return this.#keep(id, read, about)
      if (known.head.state === 'saved') return Promise.resolve(known)
      return this.#change(id, known.id, { state: 'saved', answerLost: true })
    })
  }

  wasRead(id: string): boolean {
    return this.#read.has(id)
  }

  /** Resolves once the version is on disk. */
  keep(id: string, sealed: Sealed, about: About): Promise<Version> {
    return this.#changes.add(() => this.#keep(id, sealed, about))
  }

  change(id: string, versionId: string, change: Change): Promise<Version> {
    return this.#changes.add(() => this.#change(id, versionId, change))
  }

  /** The version that was sent by this effect and whose outcome is still unknown. */
  findLost(effectId: string): { id: string; version: Version } | null {
    for (const [id, { versions }] of this.#shelves) {
      const version = versions.find(({ head }) => head.effectId === effectId && head.state === 'unknown')
      if (version) return { id, version }
    }
    return null
  }

  async close(): Promise<void> {
    await this.#changes.settled()
  }

  async #keep(id: string, { content, body, hash }: Sealed, about: About): Promise<Version> {
    const head = headOf(content, {
      origin: 'read',
      state: 'saved',
      answerLost: false,
      effectId: null,
      of: null,
      ...about,
      template: id,
      keptAt: this.#now(),
      variables: variablesOf(content),
      bodyBytes: body.length,
    })
    const shelf = this.#shelves.get(id) ?? (await this.#newShelf(id))
    const last = shelf.last + 1
    const version = { id: `${String(last).padStart(6, '0')}-${hash}`, hash, head }
    await writeVersion(join(shelf.folder, version.id + suffix), head, body)
    const versions = [...withoutTries(shelf.versions, hash), version]
    await this.#put(id, { ...shelf, last }, withinLimit(versions))
    return version
  }

  /** The entire file is rewritten, because its head may become longer. */
  async #change(id: string, versionId: string, change: Change): Promise<Version> {
    const version = this.find(id, versionId)
    const shelf = this.#shelves.get(id)!
    const path = this.#pathOf(id, versionId)
    const head = { ...version.head, ...change }
    const body = await readBody(path, version.hash)
    await writeVersion(path, head, body)
    const changed = { ...version, head }
    await this.#put(
      id,
      shelf,
      shelf.versions.map((other) => (other === version ? changed : other)),
    )
    return changed
  }

  /**
   * The version with this content that the service may have: the newest one, or an older one if all newer ones were
   * refused or may not have arrived. Null if there is no such version.
   */
  #atService(id: string, hash: string): Version | null {
    for (const version of this.versions(id).toReversed()) {
      if (version.head.state === 'refused') continue
      if (version.hash === hash) return version
      if (version.head.state === 'saved') return null
    }
    return null
  }

  async #newShelf(id: string): Promise<Shelf> {
    const folder = join(this.#folder, folderOf(id))
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
    } catch (error) {
      throw fileError(folder, error)
    }
    // The folder may contain files even if none could be read.
    return readShelf(folder)
  }

  async #put(id: string, shelf: Shelf, versions: readonly Version[]): Promise<void> {
    this.#shelves.set(id, { ...shelf, versions })
    const kept = new Set(versions.map((version) => version.id))
    const gone = shelf.versions.filter((version) => !kept.has(version.id))
    // A file that cannot be removed reappears after the next start and is removed then.
    for (const version of gone) await rm(join(shelf.folder, version.id + suffix)).catch(() => undefined)
  }

  #pathOf(id: string, versionId: string): string {
    return join(this.#folder, folderOf(id), versionId + suffix)
  }
}

/** The folder is named after a hash, because an id may be any text, including one too long for a file name. */
function folderOf(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 32)
}

/** If the same content was refused several times, only the newest attempt is shown. */
function withoutTries(versions: readonly Version[], hash: string): readonly Version[] {
  const newest = versions.at(-1)
  return newest?.hash === hash && newest.head.state === 'refused' ? versions.slice(0, -1) : versions
}

/** The oldest versions are removed first, but never the one that is on the service. */
function withinLimit(versions: readonly Version[]): readonly Version[] {
  const current = versions.findLast(({ head }) => head.state === 'saved')
  let over = versions.length - mostVersions
  return over <= 0 ? versions : versions.filter((version) => version === current || over-- <= 0)
}

async function readShelf(folder: string): Promise<Shelf> {
  const names = await namesIn(folder)
  // These parts were left behind by a run that was killed while writing.
  for (const name of names.filter((one) => one.includes('.part-'))) await rm(join(folder, name), { force: true })
  const files = names.filter((name) => fileName.test(name)).sort()
  const versions: Version[] = []
  for (let at = 0; at < files.length; at += atOnce) {
    const batch = files.slice(at, at + atOnce)
    const heads = await Promise.all(batch.map((name) => readHead(join(folder, name))))
    heads.forEach((head, index) => {
      const [, number = '', hash = ''] = fileName.exec(batch[index]!)!
      if (head) versions.push({ id: `${number}-${hash}`, hash, head })
    })
  }
  const last = Number(files.at(-1)?.slice(0, 6) ?? 0)
  return { folder, versions, unreadable: files.length - versions.length, last }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw fileError(folder, error)
  }
}
