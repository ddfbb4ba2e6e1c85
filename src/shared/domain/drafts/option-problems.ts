import type { DraftContent, DraftOptions, MetaRow } from '../../contract/base/draft.ts'
import { isMailAddress } from '../../text/mail-address.ts'
import { sendIdKey } from '../service/send-id.ts'

/** The field and the checks report the same problems, but in different words. */
export type HeaderProblem = 'nameless' | 'name' | 'own' | 'option' | 'lines'
export type MetaProblem = 'nameless' | 'own' | 'number' | 'inexact'
export type UnsubscribeProblem = 'missing' | 'mailto' | 'http' | 'scheme' | 'one-click'

// Mail allows any printable character except the colon. Quotes and brackets are also refused, because they come from pasted
// text.
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/
const writtenByService =
  /^(?:from|to|cc|bcc|reply-to|subject|date|message-id|mime-version|content-.*|sender|return-path|received|dkim-signature)$/i

/** Finds the problem with a header line. Undefined if the line can be sent, or if it is entirely empty. */
export function findHeaderProblem(
  { name, value }: DraftContent['headers'][number],
  optionPrefix: string,
): HeaderProblem | undefined {
  const text = name.trim()
  if (text === '') return value.trim() === '' ? undefined : 'nameless'
  if (!headerName.test(text)) return 'name'
  if (writtenByService.test(text)) return 'own'
  if (optionPrefix !== '' && text.toLowerCase().startsWith(optionPrefix.toLowerCase())) return 'option'
  return /[\r\n]/.test(value) ? 'lines' : undefined
}

/** Finds the problem with a metadata value. Undefined if the value can be sent, or if its row is entirely empty. */
export function findMetaProblem({ name, type, value }: MetaRow): MetaProblem | undefined {
  if (name.trim() === '') return value.trim() === '' ? undefined : 'nameless'
  if (name.trim().toLowerCase() === sendIdKey) return 'own'
  if (type !== 'number') return undefined
  if (value.trim() === '' || !Number.isFinite(Number(value))) return 'number'
  return digitsOf(value) === digitsOf(String(Number(value))) ? undefined : 'inexact'
}

/**
 * Finds the problem with the address in the List-Unsubscribe line. Undefined if it is usable, or if it is empty and not
 * needed.
 */
export function findUnsubscribeProblem({
  unsubscribe,
  oneClick,
}: Pick<DraftOptions, 'unsubscribe' | 'oneClick'>): UnsubscribeProblem | undefined {
  const address = unsubscribe.trim()
  if (address === '') return oneClick ? 'missing' : undefined
  if (/^mailto:/i.test(address)) {
    if (!isMailto(address)) return 'mailto'
    return oneClick ? 'one-click' : undefined
  }
  if (/^http:/i.test(address)) return 'http'
  return /^https:\/\/[^\s<>/?#][^\s<>]*$/i.test(address) ? undefined : 'scheme'
}

/**
 * A variable is accepted here. The address is the same for all recipients, so the checks report the variable
 * separately.
 */
function isMailto(address: string): boolean {
  if (address.includes('{{')) return true
  return !/[\s<>]/.test(address) && isMailAddress(address.slice('mailto:'.length).split('?')[0]!)
}

/**
 * Returns the digits of a number without leading and trailing zeros, and the position of the first digit. Equal numbers
 * have equal results, however they are written.
 */
function digitsOf(value: string): string {
  const [mantissa = '', exponent = '0'] = value.trim().toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.')
  const all = whole + fraction
  const digits = all.replace(/^0+/, '')
  let end = digits.length
  while (digits[end - 1] === '0') end--
  // The position of the first digit, so that 10 differs from 1.
  const position = digits === '' ? 0 : whole.length - (all.length - digits.length) + Number(exponent)
  return `${digits.slice(0, end)}e${position}`
}
