import type { BlacklistEntry, User, UserSettings } from '#shared/domain/service/records.ts'
import { date, flag, freeFields, maybeNumber, resource, text, type Field, type Reader } from './fields.ts'

const optionalText: Field<string> = { read: text, absent: '' }
const maybeCount: Field<number | null> = { read: maybeNumber, absent: null }

const readSettings = resource<UserSettings>('The settings', {
  newsletter: { read: flag, absent: null },
  language: optionalText,
  dateFormat: optionalText,
  timeFormat: optionalText,
  timezone: optionalText,
})

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
