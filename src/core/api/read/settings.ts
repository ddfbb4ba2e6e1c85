import type { Recipient } from '#shared/domain/service/records.ts'
import { fields, flag, optionalDate, optionalText, resource, text, texts, Unreadable } from './fields.ts'
import type { Field, Reader } from './fields.ts'
import { readItems } from './list.ts'

const optionalFlag: Field<boolean> = { read: flag, absent: false }

export const readApiKey = resource('The API key', {
  id: { read: text },
  /** Calls to the service use it as the user name. */
  hash: optionalText,
  /** Calls to the service use it as the password. */
  key: optionalText,
  ipFilterEnabled: optionalFlag,
  allowedIps: { read: texts, absent: [] },
  description: optionalText,
  createdAt: { ...optionalDate, also: ['createdDate'] },
  updatedAt: { ...optionalDate, also: ['updatedDate'] },
  // Services without this field cannot disable a key, so every key is enabled.
  enabled: { read: flag, absent: true },
})

/** Some services return these records with a domain. Mailroom always checks DNS itself. */
const domainRecordFields = {
  type: optionalText,
  name: { read: text, absent: '', also: ['host'] },
  value: { read: text, absent: '', also: ['content', 'target'] },
  verified: { read: flag, absent: null },
}
const readDomainRecord = resource('The DNS record', domainRecordFields, { mayBeBare: true })

const domainRecords: Reader<readonly ReturnType<typeof readDomainRecord>[]> = (value) => {
  if (!Array.isArray(value)) throw new Unreadable('a list of DNS records was expected')
  return readItems(value, readDomainRecord).items
}

export const readDomain = resource('The domain', {
  id: optionalText,
  accountId: optionalText,
  sending: { read: text },
  tracking: optionalText,
  /** Where the domain’s confirmation was sent. */
  email: optionalText,
  createdAt: optionalDate,
  updatedAt: optionalDate,
  verifiedDkim: optionalFlag,
  verifiedSpf: optionalFlag,
  verifiedMx: optionalFlag,
  verifiedA: optionalFlag,
  verifiedTracking: optionalFlag,
  verifiedDomain: optionalFlag,
  default: { ...optionalFlag, also: ['isDefault'] },
  records: { read: domainRecords, absent: [] },
})

/** Reads an object or just an address. Null and the empty string both mean that there is no name. */
export const recipient: Reader<Recipient> = (value) => {
  if (typeof value === 'string') return { address: value, personalName: '' }
  const given = fields(value)
  const address = given.address ?? given.Address ?? given.email ?? ''
  const personalName = given.personalName ?? given.PersonalName ?? given.name ?? ''
  return { address: text(address), personalName: text(personalName) }
}

const readTemplateFields = resource('The template', {
  id: { read: text },
  /** The name by which a send refers to the template. */
  templateName: { read: text, absent: '', also: ['name'] },
  description: optionalText,
  from: { read: recipient, absent: { address: '', personalName: '' } },
  subject: optionalText,
  htmlContent: { read: text, absent: null, also: ['html'] },
  textContent: { read: text, absent: null, also: ['text'] },
  createdAt: optionalDate,
  updatedAt: optionalDate,
})

/** Services without descriptions return only a name. */
export const readTemplate: Reader<ReturnType<typeof readTemplateFields>> = (value) => {
  const template = readTemplateFields(value)
  return template.description === '' ? { ...template, description: template.templateName } : template
}
