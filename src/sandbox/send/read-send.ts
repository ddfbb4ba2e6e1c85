import { invalid } from '../http/service-error.ts'
import { readMailbox, type Mailbox } from '../readers/address.ts'
import {
  readBodyObject,
  readLine,
  readObject,
  readText,
  refuseOthers,
  shown,
  type Fields,
  type Reading,
} from '../readers/fields.ts'
import type { ServiceSettings } from '../base/options.ts'
import type { Part } from '../store/index.ts'
import type { Outgoing } from './outgoing.ts'
import { readOptions, type ReadOptions } from './read-options.ts'
import type { SendDefaults } from './send-defaults.ts'
import { takeContentOptions } from './content-options.ts'
import { takeSubjectOptions } from './subject-options.ts'

const bodyFields = ['to', 'msg', 'headers', 'apiKey']
const messageFields = ['from', 'replyTo', 'subject', 'text', 'html', 'images', 'attachments']
const partFields = ['contentType', 'filename', 'content']
const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;[^\r\n]*)?$/

type ReadSend = Omit<Outgoing, 'apiKey'> & Pick<ReadOptions, 'notes'> & { apiKey?: string }

/** Reads everything except the key, which the caller resolves. Throws before anything is stored. */
export function readSend(body: unknown, settings: ServiceSettings, defaults?: SendDefaults): ReadSend {
  const fields = readBodyObject(body, settings, bodyFields)
  const to = readMailboxes(fields.to, 'to', settings)
  if (to === undefined) throw invalid('to is required.')
  if (to.length === 0) throw invalid('to must name at least one recipient.')
  const message = readObject(fields.msg, 'msg', settings)
  if (message === undefined) throw invalid('msg is required.')
  if (settings.strict) refuseOthers(message, messageFields, 'msg.')
  const headers = readObject(fields.headers, 'headers', settings)
  const carbon = settings.strict ? {} : fields
  const carried = takeSubjectOptions(readLine(message.subject, 'msg.subject') ?? '', settings)
  const content = takeContentOptions(readText(message.html, 'msg.html') ?? '', settings)
  const given = { ...content.fields, ...carried.fields, ...headers }
  const { notes, ...options } = readOptions(given, settings, defaults)
  return {
    to,
    cc: readMailboxes(carbon.cc, 'cc', settings) ?? [],
    bcc: readMailboxes(carbon.bcc, 'bcc', settings) ?? [],
    from: readMailbox(message.from, 'msg.from', settings),
    replyTo: readMailbox(message.replyTo, 'msg.replyTo', settings),
    subject: carried.subject,
    text: readText(message.text, 'msg.text') ?? '',
    html: content.html,
    images: readParts(message.images, 'msg.images', settings).map(({ part, contentId }) =>
      contentId ? { ...part, filename: contentId, name: part.filename } : part,
    ),
    attachments: readParts(message.attachments, 'msg.attachments', settings).map(({ part }) => part),
    apiKey: readText(fields.apiKey, 'apiKey') || undefined,
    ...options,
    notes: [...carried.notes, ...notes],
  }
}

function readMailboxes(value: unknown, name: string, settings: ServiceSettings): Mailbox[] | undefined {
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value)) throw invalid(`${name} must be a list of recipients.`)
  const { maxRecipients } = settings
  if (value.length > maxRecipients) {
    throw invalid(`${name} has ${value.length} recipients, but one send can have at most ${maxRecipients}.`)
  }
  return value.map((entry: unknown, index) => {
    const mailbox = readMailbox(entry, `${name}[${index}]`, settings)
    if (mailbox === undefined) throw invalid(`${name}[${index}].address is required.`)
    return mailbox
  })
}

/** Real clients name an image’s content id separately from its file name. */
type ReadPart = { part: Part; contentId: string | undefined }

function readParts(value: unknown, name: string, reading: Reading): ReadPart[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw invalid(`${name} must be a list.`)
  return value.map((entry: unknown, index) => readPart(entry, `${name}[${index}]`, reading))
}

function readPart(entry: unknown, name: string, reading: Reading): ReadPart {
  const fields: Fields = readObject(entry, name, reading) ?? {}
  if (reading.strict) refuseOthers(fields, partFields, `${name}.`)
  const other = reading.strict ? undefined : fields.type
  const contentType = readLine(fields.contentType ?? other, `${name}.contentType`) || 'application/octet-stream'
  if (!mediaType.test(contentType)) throw invalid(`${name}.contentType is not a media type: ${shown(contentType)}.`)
  const contentId = reading.strict ? undefined : readContentId(fields.contentId, `${name}.contentId`)
  const filename = readLine(fields.filename, `${name}.filename`) || contentId
  if (!filename) throw invalid(`${name}.filename is required.`)
  return { part: { contentType, filename, content: readContent(fields.content, `${name}.content`) }, contentId }
}

function readContentId(value: unknown, name: string): string | undefined {
  return readLine(value, name)?.trim().replace(/^<|>$/g, '') || undefined
}

function readContent(value: unknown, name: string): Uint8Array {
  // Large files were already decoded when the body was read.
  if (value instanceof Uint8Array) return value
  const content = readText(value, name)
  if (content === undefined) throw invalid(`${name} is required.`)
  return decodeBase64(content, name)
}

/** Buffer.from ignores characters outside base64, and the part would arrive broken, so the alphabet is checked first. */
function decodeBase64(text: string, name: string): Buffer {
  const packed = /\s/.test(text) ? text.replace(/\s+/g, '') : text
  const isBase64 = packed.length % 4 === 0 && !/[^A-Za-z0-9+/=]/.test(packed) && !/=(?!=?$)/.test(packed)
  if (!isBase64) throw invalid(`${name} is not base64.`)
  return Buffer.from(packed, 'base64')
}
