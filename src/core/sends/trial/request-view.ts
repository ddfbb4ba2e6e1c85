import { buffer } from 'node:stream/consumers'
import type { Account } from '#shared/contract/accounts.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import { writeSend } from '../../api/index.ts'
import type { DraftOnDisk } from '../../drafts/index.ts'
import { outgoingMessage } from '../message/outgoing-message.ts'
import { planBatches } from '../store/plan-batches.ts'

type Sender = Pick<Account, 'baseUrl' | 'user' | 'headerNames' | 'keyPrefix' | 'ccAndBcc' | 'correlateSends'>

const longestText = 20_000
const longestList = 20

/** The call that would send a given recipient’s batch, without any key and with long content shortened. */
export async function requestView(
  draft: DraftOnDisk,
  account: Sender,
  index: number,
): Promise<{ json: string; curl: string }> {
  const { content } = draft.stored
  const { columns, rows } = draft.people
  const batch = planBatches(draft.people).findLast(({ first }) => first <= index)
  const people = batch ? rows.slice(batch.first, batch.first + batch.recipients) : []
  const message = outgoingMessage({
    content,
    columns,
    people,
    open: ({ size }) => ({ base64: `(${plural(english, Math.ceil(size / 3) * 4, 'character')} of base64)` }),
  })
  const sendId = account.correlateSends ? '(an id for each call)' : null
  const body = writeSend(message, { keyPrefix: account.keyPrefix, ccAndBcc: account.ccAndBcc, sendId })
  const text = typeof body === 'string' ? body : (await buffer(body.open())).toString()
  const { apiKey, ...fields } = JSON.parse(text) as Record<string, unknown>
  const shown = { ...fields, ...(typeof apiKey === 'string' && { apiKey: masked(apiKey) }) }
  const json = JSON.stringify(shortened(shown), null, 2)
  return { json, curl: curlOf(account, json) }
}

/** Shortens a key’s id, because some services also accept the secret in this field. */
function masked(key: string): string {
  return key.length <= 8 ? key : `${key.slice(0, 4)}…`
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') {
    const more = value.length - longestText
    return more > 0 ? `${value.slice(0, longestText)}… (${english.number(more)} more characters)` : value
  }
  if (Array.isArray(value)) {
    const more = value.length - longestList
    const items = value.slice(0, longestList).map(shortened)
    return more > 0 ? [...items, `… (${english.number(more)} more)`] : items
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shortened(field)]))
}

function curlOf({ baseUrl, user, headerNames }: Sender, json: string): string {
  return [
    `curl ${quoted(`${baseUrl}/messages/send`)} \\`,
    `  -H ${quoted(`${headerNames.user}: ${user}`)} \\`,
    // The shell inserts the key, so the key is neither shown here nor kept in the shell’s history.
    `  -H "${headerNames.key}: $MAILROOM_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  --data-binary ${quoted(json)}`,
  ].join('\n')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
