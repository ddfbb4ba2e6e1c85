import { isMailAddress } from '#shared/text/mail-address.ts'
import { invalid } from '../http/service-error.ts'
import { readLine, readObject, refuseOthers, shown, type Reading } from './fields.ts'

export type Mailbox = {
  address: string
  personalName: string
}

const mailboxFields = ['address', 'personalName']

/** Reads `from`, `replyTo` or an entry of `to`, each of which is an object or just the address as a string. */
export function readMailbox(value: unknown, name: string, reading: Reading): Mailbox | undefined {
  if (typeof value === 'string' && !reading.strict) return { address: checked(value, name), personalName: '' }
  const fields = readObject(value, name, reading)
  // Some languages serialize unset fields as null.
  if (fields === undefined || Object.values(fields).every((field) => field === null)) return undefined
  if (reading.strict) refuseOthers(fields, mailboxFields, `${name}.`)
  const given = fields.address
  if (given === undefined || given === null || given === '') throw invalid(`${name}.address is required.`)
  if (typeof given !== 'string') throw invalid(`${name}.address must be a string.`)
  const personalName = readLine(fields.personalName, `${name}.personalName`) ?? ''
  return { address: checked(given, `${name}.address`), personalName }
}

function checked(address: string, name: string): string {
  if (!isMailAddress(address)) throw invalid(`${name} is not an email address: ${shown(address)}.`)
  return address
}
