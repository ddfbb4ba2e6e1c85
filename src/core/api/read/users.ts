import type { BlacklistEntry, User, UserSettings } from '#shared/domain/service/records.ts'
import { date, fields, flag, freeFields, maybeNumber, resource, text, Unreadable } from './fields.ts'
import type { Field, Fields, Reader } from './fields.ts'

const optionalText: Field<string> = { read: text, absent: '' }
const maybeCount: Field<number | null> = { read: maybeNumber, absent: null }

const settingsFields = {
  newsletter: { read: flag, absent: null },
  language: optionalText,
  dateFormat: optionalText,
  timeFormat: optionalText,
  timezone: optionalText,
}
const readSettings = resource<UserSettings>('The settings', settingsFields, { mayBeBare: true })

const settings: Reader<UserSettings | null> = (value) => {
  const given = freeFields(value)
  return given === null ? null : readSettings(given)
}

export const readUser: Reader<User> = resource<User>('The user', {
  id: { read: text },
  username: optionalText,
  civility: maybeCount,
  firstName: optionalText,
  lastName: optionalText,
  customerType: maybeCount,
  company: optionalText,
  activity: optionalText,
  job: optionalText,
  address: optionalText,
  address2: optionalText,
  zipCode: optionalText,
  city: optionalText,
  country: optionalText,
  phone: optionalText,
  mobile: optionalText,
  settings: { read: settings, absent: null },
})

export const readBlacklistEntry: Reader<BlacklistEntry> = resource<BlacklistEntry>('The blacklist entry', {
  email: { read: text, also: ['address'] },
  date: { read: date, absent: null, also: ['createdDate', 'createdAt'] },
  reason: optionalText,
  list: { read: text, absent: '', also: ['blacklist'] },
})

/** Any one of these makes an answer an account. An id alone could be that of a request. */
const accountFields: ReadonlySet<string> = new Set(
  [
    'credits',
    'creditsSubscription',
    'quotaReachedRenew',
    'quotaReachedPercent',
    'automaticSuperiorPlan',
    'tacitAgreement',
    'displayName',
    'formulaTypeName',
    'creationDate',
    'subscriptionDate',
    'expirationDate',
    'name',
    'username',
    'userId',
  ].map((name) => name.toLowerCase()),
)

/** Returns the account unchanged: the page shows whatever fields it has. */
export const readAccount: Reader<Fields> = (value) => {
  const given = fields(value)
  const isAccount = Object.keys(given).some((name) => accountFields.has(name.toLowerCase()) && given[name] !== null)
  if (!isAccount) throw new Unreadable('The account has none of its fields')
  return given
}
