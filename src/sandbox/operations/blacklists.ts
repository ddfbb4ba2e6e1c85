import { hash } from 'node:crypto'
import { isMailAddress } from '#shared/text/mail-address.ts'
import { json, type Answer } from '../http/answer.ts'
import { invalid, notFound, ServiceError } from '../http/service-error.ts'
import { readBodyObject, readInteger, readText, requireText, shown } from '../readers/fields.ts'
import { pageNotes, readPageFields } from '../readers/filter.ts'
import type { Call, Service } from './service.ts'
import { blacklistTypes, type BlacklistEntry, type BlacklistType } from '../store/index.ts'
import { wireSeconds } from './dates.ts'

const listFields = ['type', 'list', 'pageSize', 'page', 'order']
const addFields = ['type', 'email', 'reason', 'list']
/** Real clients use this name for `unsubscribers`, except in the response with the list. */
const clientsName = 'unsubscribes'

/**
 * Implements section 4.17 of the service’s documentation in both of its forms, with the type in the body or at the end
 * of the path.
 */
export function listBlacklist({ service, params, body }: Call): Answer {
  const reading = service.settings
  const given = readBodyObject(body, reading, listFields)
  const type = readType(params[0] ?? given.type, reading.strict)
  const list = readText(given.list, 'list') || undefined
  if (list !== undefined && type === 'bounces') throw invalid('list is for unsubscribers and complaints only.')
  const page = readPageFields(given, reading)
  const descending = readInteger(given.order, 'order', { min: 0, max: 1, ...reading }) === 1
  const { entries, total } = service.store.blacklists.list(type, { list, ...page, descending })
  const answer = json({ [type]: entries.map((entry) => wireEntry({ ...entry, type }, reading.strict)), total })
  return { ...answer, notes: pageNotes(given) }
}

/**
 * Real clients don’t encode addresses. In a path without a type, the beginning of `a/b@x.org` is therefore read as the
 * type.
 */
export function getBlacklisted({ service, params }: Call): Answer {
  const { strict } = service.settings
  const [given = '', email = ''] = params
  const whole = `${given}/${email}`
  if (typeOf(given, strict) === undefined && isMailAddress(whole)) {
    const notes = [`${shown(whole)} was read as an address, because ${shown(given)} is not a type of blacklist.`]
    return { ...listsOf(service, whole), notes }
  }
  const type = readType(given, strict)
  const entry = service.store.blacklists.get(type, email)
  return entry === null ? refuseMissing(email, type) : json(wireEntry({ ...entry, type }, strict))
}

/** Returns one entry for each list that contains the address. */
export function getBlacklistsOf({ service, params }: Call): Answer {
  return listsOf(service, params[0]!)
}

function listsOf({ store, settings }: Service, email: string): Answer {
  const found = store.blacklists.entriesOf(email)
  return json(found.map((entry) => wireEntry(entry, settings.strict)))
}

/** If the type is `blacklist`, the address is removed from all lists. */
export function removeBlacklisted({ service, params }: Call): Answer {
  const [given = '', email = ''] = params
  const isAll = given === 'blacklist'
  const types = isAll ? blacklistTypes : [readType(given, service.settings.strict)]
  const removed = types.filter((type) => service.store.blacklists.remove(type, email))
  return removed.length === 0 ? refuseMissing(email, isAll ? undefined : types[0]) : json({ status: 'success' })
}

function refuseMissing(email: string, type: BlacklistType | undefined): never {
  throw notFound(`${shown(email)} is not on ${type === undefined ? 'a blacklist' : `the list of ${type}`}.`)
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

function typeOf(given: string, strict: boolean): BlacklistType | undefined {
  const type = !strict && given === clientsName ? 'unsubscribers' : given
  return blacklistTypes.find((name) => name === type)
}

function readType(value: unknown, strict: boolean): BlacklistType {
  const given = requireText(value, 'type')
  const known = typeOf(given, strict)
  if (known === undefined) throw invalid(`type must be one of ${blacklistTypes.join(', ')}, not ${shown(given)}.`)
  return known
}

/** Returns the documented fields and, unless the sandbox is strict, those that real clients need to show an entry. */
function wireEntry({ type, email, date, reason, list }: BlacklistEntry & { type: BlacklistType }, strict: boolean) {
  const seconds = wireSeconds(date)
  const documented = { email, date: seconds, reason }
  if (strict) return documented
  return {
    ...documented,
    id: hash('sha256', JSON.stringify([type, email, list]), 'hex').slice(0, 24),
    blacklist: type === 'unsubscribers' ? clientsName : type,
    listName: list,
    createdDate: seconds,
    lastModifiedDate: seconds,
  }
}
