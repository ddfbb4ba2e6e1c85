import { AppError } from '#shared/contract/base/error.ts'
import type { DraftContent, DraftPart, DraftPeople } from '#shared/contract/base/draft.ts'
import { mostParts } from '#shared/contract/base/draft-limits.ts'
import { tooManyFiles } from '#shared/domain/drafts/too-many-files.ts'
import type { Host } from '../../../lib/host/host.ts'

export type FileProblem = {
  readonly name: string
  readonly problem: string
  /** Whether the file was added nevertheless, for example as an attachment in place of an image. */
  readonly isAdded?: boolean
}

type NewFile = { readonly name: string; readonly token: () => Promise<string | undefined> }

type Home = {
  readonly id: string
  readonly content: DraftContent
  readonly people: DraftPeople
  change(change: Partial<DraftContent>): void
  changePeople(people: DraftPeople): void
}

const imageType = /^image\/(?:png|jpeg|gif|webp|avif)$/

/** Whether a file becomes an inline image when it is dropped onto the message body. */
export function isImageFile({ type }: File): boolean {
  return imageType.test(type)
}

/**
 * The files of a draft. Each file is copied to the draft when it is added, one at a time, so that an unreadable file does
 * not cause the others to fail.
 */
export class DraftFiles {
  adding = $state.raw(0)
  /** Files that were not added, or not as was asked, with the reason as a sentence. */
  problems = $state.raw<readonly FileProblem[]>([])
  readonly #host: Host
  readonly #home: Home
  #isCancelled = false
  /** Settles when all files passed so far have been added or refused. */
  #adding: Promise<unknown> = Promise.resolve()
  #insert: ((parts: readonly DraftPart[]) => void) | null = null
  /** Images added while the editor was still loading. */
  #early: readonly DraftPart[] = []

  constructor(host: Host, home: Home) {
    this.#host = host
    this.#home = home
  }

  get list(): readonly DraftPart[] {
    return this.#home.content.parts
  }

  /** Inserts images into the HTML at the caret. If the body editor is still loading, they wait for it. */
  insertImages(parts: readonly DraftPart[]): void {
    if (this.#insert) this.#insert(parts)
    else this.#early = [...this.#early, ...parts]
  }

  /** Lets the body editor register how images are inserted into the HTML. Returns a function that unregisters it. */
  insertWith(insert: (parts: readonly DraftPart[]) => void): () => void {
    this.#insert = insert
    const early = this.#early.filter(({ id }) => this.list.some((part) => part.id === id))
    this.#early = []
    if (early.length > 0) insert(early)
    return () => {
      if (this.#insert === insert) this.#insert = null
    }
  }

  /**
   * Adds files that were dropped, pasted or picked in the page. Resolves with the parts once they have been added to the
   * content.
   */
  async add(files: readonly File[], kind: DraftPart['kind'], most = mostParts): Promise<DraftPart[]> {
    const filled = files.filter((file) => file.size > 0)
    const empty = files.filter((file) => file.size === 0)
    this.refuse(empty.map(({ name }) => ({ name, problem: 'This file is empty. Choose another file.' })))
    return this.#addEach(
      filled.map((file) => ({ name: file.name, token: async () => (await this.#host.upload([file]))[0]?.token })),
      kind,
      most,
    )
  }

  /** Adds files by the tokens that the host’s own dialog returns. */
  addTokens(files: readonly { name: string; token: string }[], kind: DraftPart['kind']): Promise<DraftPart[]> {
    return this.#addEach(
      files.map(({ name, token }) => ({ name, token: () => Promise.resolve(token) })),
      kind,
    )
  }

  /** Replaces a part’s file. References to its content id show the new file, and its recipients get it. */
  async replace(id: string, file: File): Promise<void> {
    const old = this.list.find((part) => part.id === id)
    if (!old) return
    const [added] = await this.add([file], old.kind, mostParts + 1)
    if (!added) return
    const parts = this.list.filter((part) => part.id !== added.id)
    const contentId = old.contentId || added.contentId
    this.#set(parts.map((part) => (part.id === id ? { ...added, contentId } : part)))
    this.#giveInstead(id, added.id)
  }

  /** Gives the new file to the recipients of the personal file that it replaces. */
  #giveInstead(old: string, next: string): void {
    const { people } = this.#home
    if (!people.rows.some(({ parts }) => parts.includes(old))) return
    const rows = people.rows.map((person) =>
      person.parts.includes(old)
        ? { ...person, parts: person.parts.map((part) => (part === old ? next : part)) }
        : person,
    )
    this.#home.changePeople({ ...people, rows })
  }

  edit(id: string, change: Partial<Pick<DraftPart, 'name' | 'contentId' | 'kind'>>): void {
    this.#set(this.list.map((part) => (part.id === id ? { ...part, ...change } : part)))
  }

  move(id: string, to: number): void {
    const from = this.list.findIndex((part) => part.id === id)
    const part = this.list[from]
    if (!part || to < 0 || to >= this.list.length || to === from) return
    const others = this.list.filter((other) => other !== part)
    this.#set([...others.slice(0, to), part, ...others.slice(to)])
  }

  /** Returns a function that restores the part at its position. */
  remove(id: string): () => void {
    const index = this.list.findIndex((part) => part.id === id)
    const part = this.list[index]
    if (!part) return () => undefined
    this.#set(this.list.filter((other) => other !== part))
    return () => {
      if (this.list.some((other) => other.id === id)) return
      this.#set([...this.list.slice(0, index), part, ...this.list.slice(index)])
    }
  }

  refuse(problems: readonly FileProblem[]): void {
    if (problems.length > 0) this.problems = [...this.problems, ...problems]
  }

  /** Cancels adding: files not yet copied are left out. */
  cancel(): void {
    this.#isCancelled = true
  }

  /**
   * Resolves when no file is being added. Rejects if a file could not be added as was asked in the meantime; the error
   * names the first one.
   */
  async settled(): Promise<void> {
    const before = this.problems.length
    while (this.adding > 0) await this.#adding
    const failed = this.problems[before]
    if (!failed) return
    const { name, problem, isAdded } = failed
    throw new AppError('file-not-added', isAdded ? `${name}: ${problem}` : `${name} was not added. ${problem}`)
  }

  #addEach(files: readonly NewFile[], kind: DraftPart['kind'], most = mostParts): Promise<DraftPart[]> {
    const added = this.#addAll(files, kind, most)
    this.#adding = Promise.all([this.#adding, added])
    return added
  }

  async #addAll(files: readonly NewFile[], kind: DraftPart['kind'], most: number): Promise<DraftPart[]> {
    const added: DraftPart[] = []
    if (this.adding === 0) this.#isCancelled = false
    this.adding += files.length
    for (const { name, token } of files) {
      try {
        if (this.list.length >= most) this.refuse([{ name, problem: tooManyFiles }])
        else if (!this.#isCancelled) added.push(...(await this.#addOne(await token(), kind, most)))
      } catch (thrown) {
        this.refuse([{ name, problem: AppError.from(thrown).message }])
      } finally {
        this.adding--
      }
    }
    return added
  }

  async #addOne(token: string | undefined, kind: DraftPart['kind'], most: number): Promise<DraftPart[]> {
    if (token === undefined) return []
    const { parts, problems } = await this.#host.invoke('drafts.addFiles', {
      id: this.#home.id,
      tokens: [token],
      kind,
    })
    this.refuse(problems.map((one) => ({ ...one, isAdded: parts.length > 0 })))
    // Others may have been added in the meantime.
    const room = Math.max(0, most - this.list.length)
    this.refuse(parts.slice(room).map(({ name }) => ({ name, problem: tooManyFiles })))
    const named = parts.slice(0, room).map((part) => this.#withOwnContentId(part))
    if (named.length > 0) this.#set([...this.list, ...named])
    return named
  }

  /** Makes the content id unique: the core does not know new files until they are saved, so it may assign an id twice. */
  #withOwnContentId(part: DraftPart): DraftPart {
    const isTaken = (id: string) => this.list.some(({ contentId }) => contentId.toLowerCase() === id.toLowerCase())
    if (part.contentId === '' || !isTaken(part.contentId)) return part
    let number = 2
    while (isTaken(`${part.contentId}-${number}`)) number++
    return { ...part, contentId: `${part.contentId}-${number}` }
  }

  #set(parts: DraftPart[]): void {
    this.#home.change({ parts })
  }
}
