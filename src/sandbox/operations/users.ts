import { isMailAddress } from '#shared/text/mail-address.ts'
import { json, type Answer } from '../http/answer.ts'
import { invalid, ServiceError } from '../http/service-error.ts'
import { readBodyObject, readLine, requireKnown, shown } from '../readers/fields.ts'
import type { User } from '../store/index.ts'
import { sendNotice } from './notices.ts'
import type { Call, Service } from './service.ts'

const fields = ['username', 'firstName', 'lastName'] as const

/** Implements section 4.18 of the service’s documentation. */
export function getUser(call: Call): Answer {
  return json(known(call))
}

export function listUsers({ service }: Call): Answer {
  return json(service.store.users.list())
}

/** Missing fields remain unchanged. */
export function changeUser(call: Call): Answer {
  const { service, body } = call
  const user = known(call)
  const given = readBodyObject(body, service.settings, fields)
  const texts = fields.map((name) => [name, readLine(given[name], name)?.trim()] as const)
  const change = Object.fromEntries(texts.filter(([, value]) => value !== undefined)) as Partial<User>
  if (Object.keys(change).length === 0) throw invalid('The request changes nothing.')
  if (change.username !== undefined) refuseUsername(service, change.username, user)
  service.store.users.write({ ...user, ...change })
  return json({ status: 'success' })
}

/** Sends the user an email with a link for setting a password. */
export async function resetPassword(call: Call): Promise<Answer> {
  const { username, firstName } = known(call)
  const link = `https://app.mailroom.example/set-password/${call.service.store.ids.next(16)}`
  const text = `Hello ${firstName},\n\nset your new password here: ${link}\n`
  await sendNotice(call, username, { subject: 'Set your password', text })
  return json({ status: 'success' })
}

/** Returns the user who owns the account. */
export function mainUser({ store }: Service): User {
  const { users } = store
  return requireKnown(users.get(store.account()?.userId ?? '') ?? users.list()[0] ?? null, 'user', 'of the account')
}

function known({ service, params }: Call): User {
  return requireKnown(service.store.users.get(params[0]!), 'user', params[0]!)
}

/** Users sign in with their address, so no two users may have the same one. */
function refuseUsername({ store }: Service, username: string, { id }: User): void {
  if (!isMailAddress(username)) throw invalid(`username is not an email address: ${shown(username)}.`)
  const taken = store.users.list().some((user) => user.id !== id && sameName(user.username, username))
  if (taken) throw new ServiceError(409, 'conflict', `Another user already has the name ${shown(username)}.`)
}

function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
