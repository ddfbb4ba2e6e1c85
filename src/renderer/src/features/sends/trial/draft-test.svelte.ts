import { noValues, personAt } from '#shared/domain/drafts/person-values.ts'
import { renderDraft } from '#shared/domain/drafts/render-draft.ts'
import type { Host } from '../../../lib/host/host.ts'
import { addressesProblem } from './test-draft.svelte.ts'
import type { EditedDraft } from '../../editor/index.ts'
import { TestSend } from './test-send.svelte.ts'

type Tested = Pick<EditedDraft, 'id' | 'accountId' | 'content' | 'people' | 'flush'> & {
  readonly files: Pick<EditedDraft['files'], 'settled'>
}

/** Sends a draft to a few addresses, as one of its recipients would get it. */
export class DraftTest {
  readonly test: TestSend
  to = $state<string[]>([])
  /** The recipient whose values are used in the test; null for none. */
  as = $state.raw<number | null>(null)
  error = $state<string>()
  readonly #host: Pick<Host, 'invoke'>
  readonly #draft: Tested

  constructor(
    host: Pick<Host, 'invoke'>,
    draft: Tested,
    start: { readonly to: readonly string[]; readonly as: number | null },
  ) {
    this.#host = host
    this.#draft = draft
    this.test = new TestSend(host, draft.accountId)
    this.to = [...start.to]
    this.as = start.as
  }

  /** Returns whether the service accepted the message. */
  async send(): Promise<boolean> {
    this.error = addressesProblem(this.to)
    if (this.error !== undefined || this.test.busy) return false
    const { as } = this
    const { id: draftId, content, people } = this.#draft
    const to = [...this.to]
    const { subject } = renderDraft(content, as === null ? noValues : personAt(people, as))
    const message = { to, subject, as: (as !== null && people.rows[as]?.address) || undefined }
    return this.test.send(message, async (id) => {
      await this.#draft.files.settled()
      await this.#draft.flush()
      return this.#host.invoke('sends.testDraft', { id, draftId, to, as })
    })
  }
}
