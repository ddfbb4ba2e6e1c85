import { invalid } from '../http/service-error.ts'
import type { Fields, Reading } from './fields.ts'
import { readLine, readObject, refuseOthers, shown } from './fields.ts'

export interface Mailbox {
  address: string
  personalName: string
}

const plain = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/
const international = /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}.-]*[\p{L}\p{N}])?$/u
const localhost = /@localhost$/i

/** RFC 5321 lengths and the unquoted form: what real services accept, and nothing that could break a header. */
export function isAddress(text: string): boolean {
  if (text.length > 254 || !(plain.test(text) || international.test(text))) return false
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const domain = text.slice(at + 1)
  if (local.length > 64 || local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false
  return (domain.includes('.') || localhost.test(text)) && domain.split('.').every(isLabel)
}

function isLabel(label: string): boolean {
  return label.length > 0 && label.length <= 63 && !label.startsWith('-') && !label.endsWith('-')
}

const mailboxFields = ['address', 'personalName']

/** The struct of `from`, `replyTo` and each entry of `to`; a bare address text is read too. */
export function readMailbox(value: unknown, name: string, reading: Reading): Mailbox | undefined {
  if (typeof value === 'string' && !reading.strict) return { address: checked(value.trim(), name), personalName: '' }
  const fields = readObject(value, name, reading)
  if (fields === undefined || Object.keys(fields).length === 0) return undefined
  return mailbox(fields, name, reading)
}

function mailbox(fields: Fields, name: string, reading: Reading): Mailbox {
  if (reading.strict) refuseOthers(fields, mailboxFields, `${name}.`)
  const given = fields.address
  if (given === undefined || given === null || given === '') throw invalid(`${name}.address is required.`)
  if (typeof given !== 'string') throw invalid(`${name}.address must be a text.`)
  const personalName = readLine(fields.personalName, `${name}.personalName`) ?? ''
  return { address: checked(given.trim(), `${name}.address`), personalName: personalName.trim() }
}

function checked(address: string, name: string): string {
  if (!isAddress(address)) throw invalid(`${name} is not an email address: ${shown(address)}.`)
  return address
}
