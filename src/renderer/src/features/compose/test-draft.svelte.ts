import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { isMailAddress, notAnAddress } from '#shared/text/mail-address.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import type { Host } from '../../lib/host/host.ts'

type Field = 'to' | 'from' | 'subject' | 'text'
type Sent = { readonly sendId: string | null; readonly at: number }

/** A test message, to check that sending works. It stays as typed until it is sent, whatever happens meanwhile. */
export class TestDraft {
  readonly accountId: string
  to = $state<string[]>([])
  from = $state('')
  subject = $state('A test message from Mailroom')
  text = $state('This message was sent from Mailroom to check that sending works.\n')

  errors = $state<Partial<Record<Field, string>>>({})
  busy = $state(false)
  failure = $state.raw<AppError | null>(null)
  sent = $state.raw<Sent | null>(null)
  /** Its records at the service; null while they are loading. */
  records = $state.raw<CommandOutput<'compose.findTest'> | null>([])
  /** Identifies the current or last send. */
  id = $state('')
  readonly #host: Host

  constructor(host: Host, account: Account) {
    this.#host = host
    this.accountId = account.id
    const { to, from } = startOf(account)
    this.to = to
    this.from = from
  }

  /** Proposes the newest sender of the history when the account itself names none. */
  async proposeSender(): Promise<void> {
    if (this.from !== '') return
    const asked = { accountId: this.accountId, field: 'from', key: null, prefix: '' } as const
    const [newest] = await this.#host.invoke('messages.values', asked)
    if (newest && this.from === '') this.from = newest.value
  }

  /** Returns whether the service accepted the message. */
  async send(): Promise<boolean> {
    if (this.busy) return false
    this.failure = null
    this.errors = this.#wrong()
    if (Object.keys(this.errors).length > 0) return false
    const at = Date.now()
    this.id = crypto.randomUUID()
    this.busy = true
    try {
      const { to, from, subject, text } = this
      const message = { to: [...to], from, subject, text }
      const { sendId } = await this.#host.invoke('compose.sendTest', {
        accountId: this.accountId,
        id: this.id,
        message,
      })
      this.sent = { sendId, at }
      void this.find()
      return true
    } catch (thrown) {
      this.#show(AppError.from(thrown))
      return false
    } finally {
      this.busy = false
    }
  }

  /** A service may list a message only a while after accepting it, so finding none is not a failure. */
  async find(): Promise<void> {
    const { sent, accountId } = this
    if (!sent || sent.sendId === null) return
    this.records = null
    const asked = this.#host.invoke('compose.findTest', { accountId, sendId: sent.sendId, sentAt: sent.at })
    const records = await asked.catch(() => [])
    if (this.sent === sent) this.records = records
  }

  stopWaiting(): Promise<void> {
    return this.#host.invoke('outcomes.stop', { id: this.id })
  }

  /** Keeps the fields: a second test is mostly the first with another recipient. */
  again(): void {
    this.sent = null
    this.failure = null
    this.records = []
  }

  #wrong(): Partial<Record<Field, string>> {
    const wrong = this.to.find((address) => addressProblem(address) !== undefined)
    return {
      ...(this.to.length === 0 && { to: 'Enter at least one recipient.' }),
      ...(wrong !== undefined && { to: addressProblem(wrong) }),
      ...(addressProblem(this.from.trim()) && { from: addressProblem(this.from.trim()) }),
    }
  }

  #show(error: AppError): void {
    const issues = error.details['issues'] as { field: string; problem: string }[] | undefined
    const issue = issues?.find(({ field }) => /^message\.(to|from|subject|text)\b/.test(field))
    if (issue) this.errors = { [issue.field.split('.')[1]!]: issue.problem }
    else this.failure = error
  }
}

export function addressProblem(address: string): string | undefined {
  if (address === '') return 'Enter an address.'
  return isMailAddress(address) ? undefined : notAnAddress(address)
}

/** Proposes only the user's own address, and only if the account may write to it. */
function startOf({ kind, user, recipientAllowList }: Account): { to: string[]; from: string } {
  if (kind === 'sandbox') return { to: ['open+3@example.org'], from: 'hello@shop.example' }
  const own = user.trim()
  const allowed = recipientAllowList.filter(isMailAddress)
  if (recipientAllowList.length > 0) return { to: allowed.slice(0, 1), from: isMailAddress(own) ? own : '' }
  return isMailAddress(own) ? { to: [own], from: own } : { to: [], from: '' }
}
