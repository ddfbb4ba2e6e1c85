import { sendIdKey } from '#shared/domain/service/send-id.ts'
import type { Account } from '#shared/contract/accounts.ts'
import type { Outcome } from '#shared/contract/outcomes.ts'
import type { Formats } from '#shared/domain/settings/formats.ts'
import type { IconName } from '../../lib/ui/icons/icons.ts'

type Look = { readonly tone: 'quiet' | 'warn' | 'ok'; readonly icon: IconName }

export const outcomeLooks: Readonly<Record<Outcome['state'], Look>> = {
  running: { tone: 'quiet', icon: 'hourglass' },
  unknown: { tone: 'warn', icon: 'alert-triangle' },
  happened: { tone: 'ok', icon: 'check-circle' },
  'not-found': { tone: 'warn', icon: 'ban' },
  gone: { tone: 'quiet', icon: 'circle' },
}

const endings: Readonly<Record<Outcome['state'], string>> = {
  running: 'is waiting for a response',
  unknown: 'has an unknown outcome',
  happened: 'was completed',
  'not-found': 'was not found',
  gone: 'is over',
}

/**
 * Describes an outcome, for example “Send from shop@example.com to 1 recipient, at 10:42:07, has an unknown outcome”.
 */
export function sentence({ title, startedAt, state }: Outcome, formats: Pick<Formats, 'dateTime'>): string {
  return `${title}, at ${formats.dateTime(startedAt)}, ${endings[state]}`
}

type Place = {
  readonly label: string
  readonly segments: readonly string[]
  readonly query?: Readonly<Record<string, string>>
}

/** Returns the view to open for a send that was found; null if there is none. */
export function placeOf(
  { sendId, messages }: Pick<Outcome, 'sendId' | 'messages'>,
  { kind, storeHistory }: Pick<Account, 'kind' | 'storeHistory'>,
): Place | null {
  const [first] = messages
  if (kind === 'sandbox' && first !== undefined)
    return { label: 'Show in outbox', segments: ['sandbox', 'outbox', first] }
  if (sendId === null) return null
  if (storeHistory)
    return { label: 'Show in Messages', segments: ['messages'], query: { q: `meta.${sendIdKey}:${sendId}` } }
  return { label: 'Open Messages', segments: ['messages'] }
}
