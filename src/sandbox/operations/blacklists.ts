import { isMailAddress } from '#shared/text/mail-address.ts'
import { json, type Answer } from '../http/answer.ts'
import { invalid, notFound, ServiceError } from '../http/service-error.ts'
import { readBodyObject, readInteger, readText, requireText, shown } from '../readers/fields.ts'
import { readPageFields } from '../readers/filter.ts'
import type { Call } from './service.ts'
import { blacklistTypes, type BlacklistEntry, type BlacklistType } from '../store/index.ts'
import { wireSeconds } from './dates.ts'

const listFields = ['type', 'list', 'pageSize', 'page', 'order']
const addFields = ['type', 'email', 'reason', 'list']

/** 4.17, in both forms: with the type in the body, or at the end of the path. */
export function listBlacklist({ service, params, body }: Call): Answer {
  const reading = service.settings
  const given = readBodyObject(body, reading, listFields)
  const type = readType(params[0] ?? given.type, reading.strict)
  const list = readText(given.list, 'list') || undefined
  if (list !== undefined && type === 'bounces') throw invalid('list is for unsubscribers and complaints only.')
  const page = readPageFields(given, reading)
  const descending = readInteger(given.order, 'order', { min: 0, max: 1, ...reading }) === 1
  const { entries, total } = service.store.blacklists.list(type, { list, ...page, descending })
  return json({ [type]: entries.map((entry) => wireEntry(entry, reading.strict)), total })
}

export function getBlacklisted({ service, params }: Call): Answer {
  const type = readType(params[0], service.settings.strict)
  const entry = service.store.blacklists.get(type, params[1]!)
  if (entry === null) throw notFound(`${shown(params[1]!)} is not on the list of ${type}.`)
  return json(wireEntry(entry, service.settings.strict))
}

export function removeBlacklisted({ service, params }: Call): Answer {
  const type = readType(params[0], service.settings.strict)
  if (!service.store.blacklists.remove(type, params[1]!)) {
    throw notFound(`${shown(params[1]!)} is not on the list of ${type}.`)
  }
  return json({ status: 'success' })
}

export function addBlacklisted({ service, body }: Call): Answer {
  const given = readBodyObject(body, service.settings, addFields)
  const type = readType(given.type, service.settings.strict)
  const email = requireText(given.email, 'email').trim()
  if (!isMailAddress(email)) throw invalid(`email is not an email address: ${shown(email)}.`)
  const reason = readText(given.reason, 'reason') ?? 'added by hand'
  const list = readText(given.list, 'list') || undefined
  const added = service.store.blacklists.add(type, { email, date: service.clock.now(), reason, list })
  if (!added) throw new ServiceError(409, 'conflict', `${shown(email)} is already on the list of ${type}.`)
  return json({ status: 'success' })
}

function readType(value: unknown, strict: boolean): BlacklistType {
  const given = requireText(value, 'type')
  const type = !strict && given === 'unsubscribes' ? 'unsubscribers' : given
  const known = blacklistTypes.find((name) => name === type)
  if (known === undefined) throw invalid(`type must be one of ${blacklistTypes.join(', ')}, not ${shown(given)}.`)
  return known
}

/** The reference has no field for an entry’s custom list; services with such lists include it. */
function wireEntry({ email, date, reason, list }: BlacklistEntry, strict: boolean) {
  const documented = { email, date: wireSeconds(date), reason }
  return strict || list === null ? documented : { ...documented, listName: list }
}
