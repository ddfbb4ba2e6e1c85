import type { Address, Attachment } from 'postal-mime'
import { isMailAddress } from '#shared/text/mail-address.ts'
import type { Outgoing } from '../send/outgoing.ts'
import { foreignOption } from '../send/passed-over.ts'
import { readOptions, type ReadOptions } from '../send/read-options.ts'
import type { SendDefaults } from '../send/send-defaults.ts'
import { takeContentOptions } from '../send/content-options.ts'
import { takeSubjectOptions } from '../send/subject-options.ts'
import { invalid } from '../http/service-error.ts'
import type { Mailbox } from '../readers/address.ts'
import { shown } from '../readers/fields.ts'
import { surrogateEscape, refuseLoneSurrogates } from '../readers/lone-surrogates.ts'
import type { ServiceSettings } from '../base/options.ts'
import type { Part } from '../store/index.ts'
import { parseMail, refuseUtf7 } from './parse-mail.ts'
import { decoded, readPlainMail, type ReadEmail } from './plain-mail.ts'

/** The caller’s header lines that are kept; the sandbox writes all others itself. */
const kept =
  /^(x-.*|in-reply-to|references|list-(?:id|unsubscribe|unsubscribe-post)|organization|importance|priority|precedence|auto-submitted)$/
/** Options whose value is a name, which may begin with a bracket. */
const nameOptions = new Set(['DOMAIN', 'IPPOOL', 'BLACKLIST', 'TEMPLATE'])

/**
 * Reads a message received over SMTP as the equivalent send over HTTP. A large message can’t be read again afterwards.
 */
export async function readSmtpMail(
  raw: Buffer,
  recipients: readonly string[],
  settings: ServiceSettings,
  defaults?: SendDefaults,
): Promise<Omit<Outgoing, 'apiKey'> & Pick<ReadOptions, 'notes'>> {
  refuseUtf7(raw)
  // Read once, because the prefix may change while a large message is being parsed.
  const { prefix } = settings
  const mail = readPlainMail(raw) ?? (await parseMail(raw))
  const from = mailboxes(mail.from === undefined ? [] : [mail.from])[0]
  if (from === undefined || !isMailAddress(from.address)) {
    throw invalid(`The From line is not an email address: ${shown(from?.address ?? '')}.`)
  }
  const named = new Map([...mailboxes(mail.to), ...mailboxes(mail.cc)].map((one) => [one.address.toLowerCase(), one]))
  const copied = new Set(mailboxes(mail.cc).map(({ address }) => address.toLowerCase()))
  const all = recipients.map((address) => ({
    address,
    personalName: named.get(address.toLowerCase())?.personalName ?? '',
  }))
  const carried = takeSubjectOptions(mail.subject ?? '', { strict: settings.strict, prefix })
  const content = takeContentOptions(mail.html ?? '', { strict: settings.strict, prefix })
  const fields = { ...content.fields, ...carried.fields, ...optionFields(mail, prefix) }
  const { options, substitutions, notes } = readOptions(fields, settings, defaults)
  const lines = keptLines(mail, prefix)
  options.lines.push(...lines)
  notes.push(...carried.notes, ...lines.flatMap(([name]) => foreignOption(name, prefix) ?? []))
  const cc = all.filter(({ address }) => copied.has(address.toLowerCase()))
  const to = all.filter(({ address }) => !copied.has(address.toLowerCase()))
  return {
    to,
    cc,
    bcc: [],
    from,
    options,
    substitutions,
    notes,
    replyTo: mailboxes(mail.replyTo)[0],
    subject: carried.subject,
    size: raw.length,
    text: mail.text ?? '',
    html: content.html,
    images: mail.attachments.filter(isInline).map(toImage),
    attachments: mail.attachments.filter((part) => !isInline(part)).map((part) => toPart(part, part.filename)),
  }
}

function mailboxes(addresses: readonly Address[] | undefined): Mailbox[] {
  return (addresses ?? [])
    .flatMap((entry) => (entry.group === undefined ? [entry] : entry.group))
    .map(({ address, name }) => ({ address, personalName: oneLine(name) }))
}

function isInline({ contentId, related, disposition }: Attachment): boolean {
  return contentId !== undefined && (related === true || disposition === 'inline')
}

function toImage(part: Attachment): Part {
  const image = toPart(part, part.contentId!.replace(/^<|>$/g, ''))
  return part.filename ? { ...image, name: oneLine(part.filename) } : image
}

function toPart({ mimeType, content }: Attachment, filename: string | null): Part {
  const bytes = typeof content === 'string' ? Buffer.from(content) : asBytes(content)
  return { contentType: mimeType, filename: oneLine(filename ?? 'attachment'), content: bytes }
}

/** Given a Uint8Array, the constructor would copy it. */
function asBytes(content: ArrayBuffer | Uint8Array): Uint8Array {
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}

function oneLine(text: string): string {
  return text.replace(/[\r\n\0]+/g, ' ').trim()
}

/** A list may be written as `X-SVC-TAGS: ["a","b"]` or `X-SVC-TAGS: a, b`. Other options are JSON or plain text. */
function optionFields(mail: ReadEmail, prefix: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const { originalKey, value } of mail.headers) {
    const name = originalKey.toUpperCase()
    if (!name.startsWith(prefix)) continue
    const text = decoded(value).trim()
    const option = name.slice(prefix.length)
    if (option === 'TAGS') fields[name] = tagsOf(text, name)
    else fields[name] = nameOptions.has(option) ? text : jsonOrText(text, name)
  }
  return fields
}

/** A text that begins with a bracket but is not JSON is a tag such as “[promo] spring”. */
function tagsOf(text: string, name: string): unknown {
  return (text.startsWith('[') ? jsonOf(text, name) : undefined) ?? listOf(text)
}

/** Blanks around a comma and a trailing comma are not part of the tags. */
function listOf(text: string): string[] {
  const items = text.split(',').map((item) => item.trim())
  return items.filter((item) => item !== '')
}

function jsonOrText(text: string, name: string): unknown {
  if (/^[01]$/.test(text)) return Number(text)
  if (!/^[[{]/.test(text)) return text
  const value = jsonOf(text, name)
  if (value === undefined) throw invalid(`The header ${name} is not valid JSON.`)
  return value
}

/** Undefined if the text is not JSON. */
function jsonOf(text: string, name: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (surrogateEscape.test(text)) refuseLoneSurrogates(value, name)
  return value
}

function keptLines(mail: ReadEmail, prefix: string): [string, string][] {
  return mail.headers
    .filter(({ key }) => kept.test(key) && !key.toUpperCase().startsWith(prefix))
    .map(({ originalKey, value }) => [originalKey, oneLine(decoded(value))])
}
