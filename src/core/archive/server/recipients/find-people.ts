import type { StoredMessage } from '#shared/domain/messages/record.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { readRecipientText } from '#shared/domain/recipients/rank-recipient.ts'
import type { FindRecipients, FoundRecipient, FoundRecipients } from '#shared/domain/recipients/recipient.ts'
import { recipientsInOrder } from '../../common/recipient-order.ts'
import { longestWhole } from '../../engine/index/terms.ts'
import type { RunSql } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { cleaned, messageOfRow, recipientOf, recordColumns } from '../record/columns.ts'
import { bestAddresses } from './address-candidates.ts'

type Person = { readonly messages: number; readonly newest: number }

/** Finds recipients by any part of their address. Usually reads only the newest message of each listed recipient. */
export async function findPeople(request: FindRecipients, run: RunSql): Promise<FoundRecipients> {
  const { limit, mixed = [] } = request
  const text = readRecipientText(request.text)
  if (text === null) return { recipients: [], complete: true }
  const named = (request.named ?? []).slice(0, limit)
  const without = named.map((email) => cleaned(fold(email)))
  const found = await bestAddresses({ text, without, limit: limit - named.length }, run)
  const listed = recipientsInOrder({ named, mixed }, found).slice(0, limit)
  const newest = await messagesAtRows(
    run,
    listed.flatMap((each) => (typeof each === 'string' ? [] : [each.newest])),
  )
  const emails = listed.flatMap((each) => {
    if (typeof each === 'string') return [each]
    const email = newest.get(each.newest)?.email
    return email === undefined ? [] : [email]
  })
  const people = await peopleOf(run, emails)
  const others = await messagesAtRows(
    run,
    [...people.values()].flatMap((person) => (newest.has(person.newest) ? [] : [person.newest])),
  )
  const recipients = emails.map((email): FoundRecipient => {
    const person = people.get(email)
    const message = person && (newest.get(person.newest) ?? others.get(person.newest))
    if (!message) return { email, messages: 0, newest: null }
    const { subject, createdDate, lastState } = message
    return { email: message.email, messages: person.messages, newest: { subject, createdDate, lastState } }
  })
  return { recipients, complete: true }
}

async function messagesAtRows(run: RunSql, rows: readonly number[]): Promise<Map<number, StoredMessage>> {
  const found = await run(sql`SELECT ${recordColumns} FROM message WHERE row = ANY(${rows}::bigint[])`)
  return new Map(found.map((row) => [Number(row.row), messageOfRow(row)]))
}

/** The number of messages to each address, and the newest message. Addresses without messages are left out. */
async function peopleOf(run: RunSql, emails: readonly string[]): Promise<Map<string, Person>> {
  const people = new Map<string, Person>()
  const recipients = emails.map(recipientOf)
  const rows = await run(
    sql`SELECT recipient, messages, newest FROM address WHERE recipient = ANY(${recipients}::text[])`,
  )
  const known = new Map(rows.map((row) => [String(row.recipient), row]))
  for (const email of emails) {
    const row = known.get(recipientOf(email))
    if (!row) continue
    const person = isOwn(email)
      ? { messages: Number(row.messages), newest: Number(row.newest) }
      : await countedPerson(run, email)
    if (person) people.set(email, person)
  }
  return people
}

/** Whether no other address has the same form in the column. */
function isOwn(email: string): boolean {
  const folded = fold(email)
  return folded.length < longestWhole && cleaned(folded) === folded
}

async function countedPerson(run: RunSql, email: string): Promise<Person | null> {
  const rows = await run(sql`SELECT ${recordColumns} FROM message WHERE recipient = ${recipientOf(email)} ORDER BY row`)
  const own = rows.map(messageOfRow).filter((message) => fold(message.email) === fold(email))
  return own.length === 0 ? null : { messages: own.length, newest: own.at(-1)!.row }
}
