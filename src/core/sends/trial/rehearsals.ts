import { randomUUID } from 'node:crypto'
import { AppError } from '#shared/contract/base/error.ts'
import type { DraftPeople } from '#shared/contract/base/draft.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import type { SendBatch } from '#shared/contract/base/sends.ts'
import type { Account } from '#shared/contract/accounts.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import { english } from '#shared/domain/base/plural.ts'
import { sendIdKey } from '#shared/domain/service/send-id.ts'
import type { Accounts } from '../../accounts/index.ts'
import { createCallLog, createServiceClient, type ServiceClient } from '../../api/index.ts'
import type { Ports, RunningSandbox } from '../../base/ports.ts'
import type { JobWork } from '../../jobs/index.ts'
import type { LocalSandbox } from '../../sandbox/index.ts'
import { type DraftOnDisk, partBytes } from '../../drafts/index.ts'
import { outgoingMessage } from '../message/outgoing-message.ts'
import { mayBeAboutSomebody } from '../run/batch-end.ts'
import { findRefused, type CallEnd } from '../run/find-refused.ts'
import { planBatches } from '../store/plan-batches.ts'
import { rehearsalText } from './rehearsal-text.ts'

type Rehearsal = NonNullable<CommandOutput<'sends.rehearsal'>['last']>

type Needs = {
  readonly ports: Pick<Ports, 'clock' | 'logger'>
  readonly accounts: Accounts
  readonly sandbox: Pick<LocalSandbox, 'started'>
}

/** A rehearsal that ended, with everything needed to find its messages again. */
type Ended = {
  readonly result: Rehearsal
  readonly keys: readonly string[]
  readonly batches: readonly SendBatch[]
  readonly since: number
}

type Found = { readonly id: string; readonly state: string; readonly reason: string }

const pageSize = 500

/** Sends complete drafts to the local sandbox instead of the service. */
export class Rehearsals {
  readonly #needs: Needs
  /** Each draft’s last rehearsal, kept while Mailroom runs. */
  readonly #ended = new Map<string, Ended>()
  /** The job of each draft that is being rehearsed. */
  readonly #running = new Map<string, string>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Returns current states: a message that was just accepted is delivered, opened or bounced later. */
  async last(draftId: string): Promise<Rehearsal | null> {
    const ended = this.#ended.get(draftId)
    if (!ended) return null
    const { result, keys, batches, since } = ended
    const running = await this.#needs.sandbox.started()
    const client = this.#client(accountDefaults, running)
    try {
      const found = await findAll(client, { batches, since, signal: new AbortController().signal })
      const mails = result.mails.map((mail, at) => {
        const { state, reason } = found.get(keys[at]!) ?? mail
        return { ...mail, state, reason }
      })
      return { ...result, mails }
    } finally {
      await client.close()
    }
  }

  running(draftId: string): string | null {
    return this.#running.get(draftId) ?? null
  }

  /** Returns the id of the rehearsal’s job: the running one, if the draft is already being rehearsed. */
  start(draft: DraftOnDisk, startJob: (work: JobWork) => string): string {
    const { id } = draft.stored
    const running = this.#running.get(id)
    if (running !== undefined) return running
    const work = this.#work(draft)
    const jobId = startJob((job) => work(job).finally(() => this.#running.delete(id)))
    this.#running.set(id, jobId)
    return jobId
  }

  #work(draft: DraftOnDisk): JobWork {
    return async ({ signal, progress }) => {
      const { accounts, ports, sandbox } = this.#needs
      progress({ note: 'Starting the sandbox' })
      const running = await sandbox.started()
      signal.throwIfAborted()
      const account = accounts.get(draft.stored.accountId)
      const client = this.#client(account, running)
      try {
        const { clock } = await running.control.state()
        // The time is taken before the messages are created, so that a change to the draft during the rehearsal counts
        // as later.
        const at = ports.clock.now()
        const sent = await sendAll({ draft, client }, { signal, progress })
        progress({ note: 'Collecting the messages' })
        const { batches } = sent
        const found = await findAll(client, { batches, since: clock.now, signal })
        const mails = mailsOf(sent, found)
        const keys = batches.flatMap(({ id, first, recipients }) =>
          sent.rows.slice(first, first + recipients).map(({ address }) => keyOf(id, address)),
        )
        this.#ended.set(draft.stored.id, { result: { at, mails }, keys, batches, since: clock.now })
        return { text: rehearsalText(mails), fileToken: null }
      } finally {
        await client.close()
      }
    }
  }

  /**
   * The draft’s account decides what a message may contain; header names and options are the sandbox’s own. No real
   * recipient is reached, so neither an allow-list nor a read-only account prevents a rehearsal.
   */
  #client({ ccAndBcc }: Pick<Account, 'ccAndBcc'>, { url, credentials }: RunningSandbox): ServiceClient {
    const { clock, logger } = this.#needs.ports
    return createServiceClient({
      profile: { ...accountDefaults, baseUrl: url, user: credentials.user, ccAndBcc },
      key: () => Promise.resolve(credentials.key),
      learned: { get: () => ({}), set: () => undefined },
      clock,
      logger,
      callLog: createCallLog(),
    })
  }
}

type Sent = {
  /** The recipients as they were when the rehearsal began. */
  readonly rows: DraftPeople['rows']
  readonly batches: readonly SendBatch[]
  readonly problems: ReadonlyMap<string, string>
}
type Job = Parameters<JobWork>[0]
type Sending = { readonly draft: DraftOnDisk; readonly client: ServiceClient }

/** Works like a real send: a call refused because of one of its recipients is split until that recipient is found. */
async function sendAll({ draft, client }: Sending, { signal, progress }: Job): Promise<Sent> {
  const { columns, rows } = draft.people
  const batches = planBatches(draft.people)
  const planned = batches.length
  const problems = new Map<string, string>()
  // The account’s keys are unknown to the sandbox, so none is named.
  const content = { ...draft.stored.content, apiKey: '' }
  const open = (part: (typeof content.parts)[number]) => ({
    bytes: partBytes(draft.filePath(part.id), part),
    size: part.size,
  })
  const call = async (index: number): Promise<CallEnd> => {
    const { id, first, recipients } = batches[index]!
    signal.throwIfAborted()
    const people = rows.slice(first, first + recipients)
    const message = outgoingMessage({ content, columns, people, open })
    try {
      await client.messages.send(message, { sendId: id, signal })
      return { kind: 'sent' }
    } catch (thrown) {
      const error = AppError.from(thrown)
      // The sandbox refused the call as the service would. Any other failure isn’t a result of the rehearsal.
      if (typeof error.details.status !== 'number' || error.details.status >= 500) throw error
      problems.set(id, error.message)
      return mayBeAboutSomebody(error) ? { kind: 'refused', problem: error.message } : { kind: 'other' }
    }
  }
  const split = (index: number): Promise<readonly [number, number] | null> => {
    const batch = batches[index]!
    if (batch.recipients < 2) return Promise.resolve(null)
    const half = Math.ceil(batch.recipients / 2)
    batches[index] = { ...batch, id: randomUUID(), recipients: half }
    batches.push({ ...batch, id: randomUUID(), first: batch.first + half, recipients: batch.recipients - half })
    return Promise.resolve([index, batches.length - 1])
  }
  for (let index = 0; index < planned; index++) {
    const { first } = batches[index]!
    progress({ fraction: first / rows.length, note: `${english.number(first)} of ${english.number(rows.length)}` })
    const end = await call(index)
    if (end.kind === 'refused') await findRefused(index, { call, split })
  }
  return { rows, batches: batches.toSorted((one, other) => one.first - other.first), problems }
}

type Finding = { readonly batches: readonly SendBatch[]; readonly since: number; readonly signal: AbortSignal }

async function findAll(client: ServiceClient, { batches, since, signal }: Finding): Promise<Map<string, Found>> {
  const wanted = new Set(batches.map(({ id }) => id))
  const found = new Map<string, Found>()
  // The period is a day long, because the sandbox’s clock may advance during the send.
  const range = { dateBegin: since - 1000, dateEnd: since + 86_400_000 }
  for (let page = 1; ; page++) {
    const { items, problems } = await client.statistics.messages({ ...range, page, pageSize }, { signal })
    for (const { id, meta, msg, lastState, reason } of items) {
      const mark = meta?.[sendIdKey]
      if (typeof mark === 'string' && wanted.has(mark)) {
        found.set(keyOf(mark, msg.email), { id, state: lastState, reason: reason ?? '' })
      }
    }
    if (items.length + problems.length < pageSize) return found
  }
}

function mailsOf({ rows, batches, problems }: Sent, found: ReadonlyMap<string, Found>): Rehearsal['mails'] {
  return batches.flatMap(({ id, first, recipients }) =>
    rows.slice(first, first + recipients).map(({ address }) => {
      const mail = found.get(keyOf(id, address))
      if (mail) return { address, outboxId: mail.id, state: mail.state, reason: mail.reason }
      const problem = problems.get(id)
      return {
        address,
        outboxId: null,
        state: problem === undefined ? 'absent' : 'refused',
        reason: problem ?? 'The call was accepted, but its message wasn’t found.',
      }
    }),
  )
}

function keyOf(batch: string, address: string): string {
  return `${batch} ${address.trim().toLowerCase()}`
}
