import { blacklistTypes } from '#shared/domain/service/requests.ts'
import {
  date,
  fields,
  flag,
  freeFields,
  optionalDate,
  optionalNumber,
  optionalText,
  resource,
  text,
  Unreadable,
} from './fields.ts'
import type { Fields, Reader } from './fields.ts'

const settingsFields = {
  newsletter: { read: flag, absent: null },
  language: optionalText,
  dateFormat: optionalText,
  timeFormat: optionalText,
  timezone: optionalText,
}
const readSettings = resource('The settings', settingsFields, { mayBeBare: true })

const settings = (value: unknown): ReturnType<typeof readSettings> | null => {
  const given = freeFields(value)
  return given === null ? null : readSettings(given)
}

export const readUser = resource('The user', {
  id: { read: text },
  username: optionalText,
  /** 1 = Mr, 2 = Ms. */
  civility: optionalNumber,
  firstName: optionalText,
  lastName: optionalText,
  /** 0 = private individual, 1 = professional. */
  customerType: optionalNumber,
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

/** Some services return the type in the field in which others return the custom list’s name. */
const typeNames: ReadonlySet<string> = new Set([...blacklistTypes, 'unsubscribes'])

const customList: Reader<string> = (value) => {
  const name = text(value)
  return typeNames.has(name) ? '' : name
}

export const readBlacklistEntry = resource('The blacklist entry', {
  email: { read: text, also: ['address'] },
  date: { read: date, absent: null, also: ['createdDate', 'createdAt'] },
  reason: optionalText,
  /** A custom list’s name; empty for the account-wide list, and if the service names none. */
  list: { read: customList, absent: '', also: ['listName'] },
})
export type BlacklistEntry = ReturnType<typeof readBlacklistEntry>

/** Any one of these identifies a response as an account. An id alone could be a request’s id. */
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

export const readPlan = resource(
  'The account',
  {
    formulaTypeName: optionalText,
    credits: optionalNumber,
    creditsSubscription: optionalNumber,
    expirationDate: optionalDate,
  },
  { mayBeBare: true },
)

/** Returns the account unchanged, because the page shows whatever fields it contains. */
export const readAccount: Reader<Fields> = (value) => {
  const given = fields(value)
  const isAccount = Object.keys(given).some((name) => accountFields.has(name.toLowerCase()) && given[name] !== null)
  if (!isAccount) throw new Unreadable('The account has none of the expected fields')
  return given
}
