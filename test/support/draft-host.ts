import { AppError } from '#shared/contract/base/error.ts'
import type { DraftContent, DraftPart, DraftPeople, PeopleChange } from '#shared/contract/base/draft.ts'
import { emptyContent } from '#shared/domain/drafts/empty-content.ts'
import type { Link } from '../../src/renderer/src/lib/host/host.ts'
import type { Draft } from '#shared/contract/drafts.ts'
import type { CommandName } from '#shared/contract/table.ts'
import { withChange } from '#shared/domain/drafts/people/people-changes.ts'

type Saved = { content?: Partial<DraftContent>; people?: PeopleChange }
type Input = Saved & { id: string; revision?: number; tokens: string[]; kind: DraftPart['kind'] }

const draftId = '6b3b2a52-6b7c-4b1f-9d46-0f6a5e6f0a01'

/**
 * A host that keeps one draft. It refuses a save that conflicts with another window, fails to save while `isFull`,
 * and cannot read files named `locked`.
 */
export class DraftHost {
  readonly saves: Saved[] = []
  isFull = false
  /** Whether saves are made, but their responses are lost. */
  losesResponses = false
  /** If set, saves wait until this promise resolves. */
  gate: Promise<void> | null = null
  readonly #linkListeners = new Set<(link: Link) => void>()
  #parts = 0
  #people: DraftPeople = { columns: [], rows: [] }
  #revision = 0
  #peopleRevision = 0

  readonly onLink = (listener: (link: Link) => void) => {
    this.#linkListeners.add(listener)
    return () => void this.#linkListeners.delete(listener)
  }

  /** The host responds again. Returns how many calls were waiting. */
  comeBack(): number {
    for (const listener of this.#linkListeners) listener('up')
    return this.#linkListeners.size
  }

  get saved(): Partial<DraftContent> {
    return Object.assign({}, ...this.saves.map(({ content }) => content ?? {})) as Partial<DraftContent>
  }

  readonly upload = (files: readonly { name: string; size: number }[]) =>
    Promise.resolve(files.map(({ name, size }) => ({ token: name, name, size })))

  /** Saves as another window would. Returns the new revision. */
  saveElsewhere(saved: Saved): number {
    this.saves.push(saved)
    this.#revision++
    if (saved.people) {
      this.#people = withChange(this.#people, saved.people)
      this.#peopleRevision = this.#revision
    }
    return this.#revision
  }

  async invoke(name: CommandName, { content, people, revision, tokens, kind }: Input): Promise<unknown> {
    if (name === 'drafts.get') return this.#whole()
    if (name === 'drafts.addFiles') return this.#add(tokens, kind)
    if (name !== 'drafts.save') throw new AppError('not-found', `Nothing answers ${name}.`)
    await this.gate
    if (this.isFull) throw new AppError('disk-full', 'The disk is full. Free some space, then try again.')
    if (revision !== this.#revision)
      throw new AppError('draft-changed', 'This draft was changed elsewhere in the meantime.')
    this.saveElsewhere({ ...(content && { content }), ...(people && { people }) })
    if (this.losesResponses) throw new AppError('host-gone', 'Mailroom isn’t responding.', { retryable: true })
    return { savedAt: this.saves.length, revision: this.#revision }
  }

  #whole(): Draft {
    const people = this.#people
    const given = {
      people,
      recipients: people.rows.length,
      revision: this.#revision,
      peopleRevision: this.#peopleRevision,
    }
    return { ...draftOf(this.saved), ...given }
  }

  #part(name: string, kind: DraftPart['kind']): DraftPart {
    return partOf(`p${++this.#parts}`, { name, kind, ...(kind === 'image' && { contentId: 'image' }) })
  }

  #add(tokens: readonly string[], kind: DraftPart['kind']) {
    const problemOf = (name: string) => (name === 'locked' ? 'This file could not be read.' : 'This is not an image.')
    return {
      parts: tokens.filter((name) => name !== 'locked').map((name) => this.#part(name, kind)),
      problems: tokens
        .filter((name) => name === 'locked' || name === 'odd')
        .map((name) => ({ name, problem: problemOf(name) })),
    }
  }
}

export function draftOf(content: Partial<DraftContent>): Draft {
  return {
    id: draftId,
    accountId: 'shop',
    content: { ...emptyContent, ...content },
    people: { columns: [], rows: [] },
    recipients: 0,
    revision: 0,
    peopleRevision: 0,
    savedAt: 0,
    template: null,
    problems: [],
  }
}

export function partOf(id: string, change: Partial<DraftPart>): DraftPart {
  return {
    id,
    kind: 'attachment',
    name: `${id}.pdf`,
    contentType: 'application/pdf',
    contentId: '',
    size: 1000,
    sha256: '',
    width: null,
    height: null,
    ...change,
  }
}
