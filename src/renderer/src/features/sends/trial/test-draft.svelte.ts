import type { Account } from '#shared/contract/accounts.ts'
import { isMailAddress, notAnAddress } from '#shared/text/mail-address.ts'
import type { Host } from '../../../lib/host/host.ts'
import { TestSend } from './test-send.svelte.ts'

type Field = 'to' | 'from' | 'subject' | 'text'

/**
 * A message that checks whether sending works. It keeps what was typed until it is sent, even if the dialog is closed in
 * between.
 */
export class TestDraft {
  readonly accountId: string
  readonly test: TestSend
  to = $state<string[]>([])
  from = $state('')
  subject = $state('A test message from Mailroom')
  text = $state('This message was sent from Mailroom to check that sending works.\n')
  errors = $state<Partial<Record<Field, string>>>({})
  readonly #host: Host

  constructor(host: Host, account: Account) {
    this.#host = host
    this.accountId = account.id
    this.test = new TestSend(host, account.id)
    const { to, from } = startOf(account)
    this.to = to
    this.from = from
  }

  /** Fills in the most recent sender in the history if the account itself names none. */
  async proposeSender(): Promise<void> {
    if (this.from !== '') return
    const asked = { accountId: this.accountId, field: 'from', key: null, prefix: '' } as const
    const [newest] = await this.#host.invoke('messages.values', asked)
    if (newest && this.from === '') this.from = newest.value
  }

  /** Returns whether the service accepted the message. */
  async send(): Promise<boolean> {
    if (this.test.busy) return false
    this.errors = this.#wrong()
    if (Object.keys(this.errors).length > 0) return false
    const { accountId, from, subject, text } = this
    const message = { to: [...this.to], from, subject, text }
    const isSent = await this.test.send(message, (id) => this.#host.invoke('sends.test', { accountId, id, message }))
    if (!isSent) this.#showAtField()
    return isSent
  }

  #wrong(): Partial<Record<Field, string>> {
    return {
      ...(addressesProblem(this.to) && { to: addressesProblem(this.to) }),
      ...(testAddressProblem(this.from.trim()) && { from: testAddressProblem(this.from.trim()) }),
    }
  }

  #showAtField(): void {
    const issues = this.test.failure?.details['issues'] as { field: string; problem: string }[] | undefined
    const issue = issues?.find(({ field }) => /^message\.(to|from|subject|text)\b/.test(field))
    if (!issue) return
    this.errors = { [issue.field.split('.')[1]!]: issue.problem }
    this.test.failure = null
  }
}

export function testAddressProblem(address: string): string | undefined {
  if (address === '') return 'Enter an address.'
  return isMailAddress(address) ? undefined : notAnAddress(address)
}

export function addressesProblem(addresses: readonly string[]): string | undefined {
  if (addresses.length === 0) return 'Enter at least one recipient.'
  return addresses.map(testAddressProblem).find((problem) => problem !== undefined)
}

/**
 * Returns the initial addresses of a test. Outside the sandbox, both are the user’s own. If the account may send only
 * to certain addresses, the first of those is the recipient instead.
 */
export function startOf({ kind, user, recipientAllowList }: Account): { to: string[]; from: string } {
  if (kind === 'sandbox') return { to: ['open+3@example.org'], from: 'hello@shop.example' }
  const own = user.trim()
  const allowed = recipientAllowList.filter(isMailAddress)
  if (recipientAllowList.length > 0) return { to: allowed.slice(0, 1), from: isMailAddress(own) ? own : '' }
  return isMailAddress(own) ? { to: [own], from: own } : { to: [], from: '' }
}
