import type { User } from '#shared/contract/users.ts'

const civilities: Readonly<Record<number, string>> = { 1: 'Mr', 2: 'Ms' }
const customerTypes: Readonly<Record<number, string>> = { 0: 'Private', 1: 'Professional' }

/** A number that this version of Mailroom does not know is shown as a number. */
function named(names: Readonly<Record<number, string>>, value: number | null): string | null {
  return value === null ? null : (names[value] ?? String(value))
}

export function nameOfUser({ firstName, lastName, username, id }: User): string {
  return `${firstName} ${lastName}`.trim() || username || id
}

export function profileOf(user: User) {
  const { address, address2, zipCode, city } = user
  const place = [address, address2, `${zipCode} ${city}`.trim()].filter(Boolean).join(', ')
  return [
    { label: 'Username', value: user.username, copy: true },
    { label: 'Title', value: named(civilities, user.civility) },
    { label: 'First name', value: user.firstName, copy: true },
    { label: 'Last name', value: user.lastName, copy: true },
    { label: 'Customer type', value: named(customerTypes, user.customerType) },
    { label: 'Company', value: user.company, copy: true },
    { label: 'Activity', value: user.activity },
    { label: 'Job', value: user.job },
    { label: 'Address', value: place, copy: true },
    { label: 'Country', value: user.country },
    { label: 'Phone', value: user.phone, copy: true },
    { label: 'Mobile', value: user.mobile, copy: true },
    { label: 'ID', value: user.id, copy: true, mono: true },
  ].map((item) => ({ ...item, copy: item.copy === true && item.value !== '' }))
}

export function settingsOf({ settings }: User) {
  if (settings === null) return []
  const { newsletter, language, dateFormat, timeFormat, timezone } = settings
  return [
    { label: 'Newsletter', value: newsletter === null ? null : newsletter ? 'Yes' : 'No' },
    { label: 'Language', value: language },
    { label: 'Date format', value: dateFormat },
    { label: 'Time format', value: timeFormat },
    { label: 'Time zone', value: timezone },
  ]
}
