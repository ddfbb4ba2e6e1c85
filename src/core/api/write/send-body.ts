import { Readable } from 'node:stream'
import { AppError } from '#shared/contract/base/error.ts'
import type { RecipientLike, SendOptions } from '#shared/domain/service/requests.ts'
import type { RequestBody } from '../http/request.ts'
import { sendIdKey } from '#shared/domain/service/send-id.ts'

/** An attachment’s content: base64 text, or bytes that are read and encoded while they are being sent. */
export type PartContent = { base64: string } | { bytes: AsyncIterable<Uint8Array>; size: number | null }

export type Part = {
  contentType: string
  filename: string
  /** The HTML refers to an image by this id (`<img src="cid:CONTENT-ID">`). Defaults to the file name. */
  contentId?: string
  content: PartContent
}

export type OutgoingMessage = {
  to: readonly RecipientLike[]
  cc?: readonly RecipientLike[]
  bcc?: readonly RecipientLike[]
  from: RecipientLike
  replyTo?: RecipientLike
  subject: string
  text?: string
  html?: string
  images?: readonly Part[]
  attachments?: readonly Part[]
  options?: SendOptions
  /** The message’s header lines, by name. */
  headers?: Readonly<Record<string, string>>
  /** The id of the API key to send with; the account’s own key if absent. */
  apiKey?: string
}

export type Wire = { keyPrefix: string; ccAndBcc: boolean; sendId: string | null }

/** Writes a send’s JSON: as a single text, or as a stream if there are images or attachments. */
export function writeSend(message: OutgoingMessage, wire: Wire): RequestBody {
  const parts = [...(message.images ?? []), ...(message.attachments ?? [])]
  const frame = JSON.stringify({
    to: message.to.map(writeRecipient),
    ...(wire.ccAndBcc ? { cc: message.cc?.map(writeRecipient), bcc: message.bcc?.map(writeRecipient) } : {}),
    msg: {
      from: writeRecipient(message.from),
      replyTo: message.replyTo === undefined ? undefined : writeRecipient(message.replyTo),
      subject: message.subject,
      text: message.text,
      html: message.html,
    },
    headers: writeHeaders(message, wire),
    apiKey: message.apiKey,
  })
  if (parts.length === 0) return frame
  return withParts(frame, message)
}

function writeRecipient({ address, personalName }: RecipientLike): Record<string, string> {
  return personalName == null || personalName === '' ? { address } : { address, personalName }
}

/**
 * Header lines and options share one object. A line whose name begins with the options’ prefix would be mistaken for an
 * option, so it is left out.
 */
function writeHeaders(
  { options = {}, headers = {} }: OutgoingMessage,
  wire: Wire,
): Record<string, unknown> | undefined {
  const prefix = wire.keyPrefix.toLowerCase()
  const lines = Object.entries(headers).filter(([name]) => prefix === '' || !name.toLowerCase().startsWith(prefix))
  const entries = [...lines.map(([name, value]) => [name, oneLine(value)]), ...writeOptions(options, wire)]
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** Replaces line breaks, which would begin another header line. */
function oneLine(value: string): string {
  return value.replace(/[\r\n\0]+/g, ' ')
}

function writeOptions(options: SendOptions, { keyPrefix, sendId }: Wire): [string, unknown][] {
  const bit = (value: boolean | undefined): number | undefined => (value === undefined ? undefined : value ? 1 : 0)
  const { tracking, analytics } = options
  const mark = sendId === null ? {} : { [sendIdKey]: sendId }
  const meta = { ...options.meta, ...mark }
  const written = {
    DOMAIN: options.domain,
    TRACKING: tracking && {
      html: tracking.html && { open: bit(tracking.html.open), click: bit(tracking.html.click) },
      text: tracking.text && { click: bit(tracking.text.click) },
    },
    ANALYTICS: analytics && {
      enable: bit(analytics.enable),
      utm_source: analytics.source,
      utm_medium: analytics.medium,
      utm_content: analytics.content,
      utm_campaign: analytics.campaign,
    },
    BULK: bit(options.bulk),
    IPPOOL: options.ipPool,
    TEXTVERSION: bit(options.textVersion),
    BLACKLIST: options.blacklist,
    TEMPLATE: options.template,
    TAGS: options.tags === undefined || options.tags.length === 0 ? undefined : options.tags,
    META: Object.keys(meta).length === 0 ? undefined : meta,
    // A recipient’s own metadata may replace the message’s, so the marker is added there too.
    SUB: options.substitutions?.map(({ email, values, subject, meta: own }) => ({
      email,
      values: { ...values, subject, meta: own === undefined ? undefined : { ...own, ...mark } },
    })),
  }
  const entries = Object.entries(written).filter(([, value]) => value !== undefined)
  return entries.map(([name, value]) => [keyPrefix + name, value])
}

type Piece = string | PartContent

/** Inserts the parts at the beginning of the frame’s `msg`. */
function withParts(frame: string, message: OutgoingMessage): RequestBody {
  const mark = '"msg":{'
  const at = frame.indexOf(mark) + mark.length
  const pieces: Piece[] = [frame.slice(0, at)]
  for (const [name, parts] of [
    ['images', message.images],
    ['attachments', message.attachments],
  ] as const) {
    if (parts === undefined || parts.length === 0) continue
    pieces.push(`"${name}":[`)
    parts.forEach(({ contentType, filename, contentId, content }, index) => {
      // The documented form has no field for the content id, so a content id is sent as the file name.
      const head = JSON.stringify({ contentType, filename: contentId || filename }).slice(0, -1)
      pieces.push(`${index === 0 ? '' : ','}${head},"content":"`, content, '"}')
    })
    pieces.push('],')
  }
  pieces.push(frame.slice(at))
  return { open: () => Readable.from(encode(pieces), { objectMode: false }), length: totalLength(pieces) }
}

function totalLength(pieces: readonly Piece[]): number | null {
  let total = 0
  for (const piece of pieces) {
    if (typeof piece === 'string') total += Buffer.byteLength(piece)
    else if ('base64' in piece) total += Buffer.byteLength(piece.base64)
    else if (piece.size === null) return null
    else total += Math.ceil(piece.size / 3) * 4
  }
  return total
}

async function* encode(pieces: readonly Piece[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (typeof piece === 'string') yield Buffer.from(piece)
    else if ('base64' in piece) yield Buffer.from(piece.base64, 'latin1')
    else yield* encodeBytes(piece)
  }
}

/** Base64 encodes groups of three bytes, so the remainder of a chunk waits for the next chunk. */
async function* encodeBytes(content: {
  bytes: AsyncIterable<Uint8Array>
  size: number | null
}): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let read = 0
  try {
    for await (const chunk of content.bytes) {
      read += chunk.length
      if (content.size !== null && read > content.size) break
      const all = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk])
      const whole = all.length - (all.length % 3)
      rest = all.subarray(whole)
      if (whole > 0) yield Buffer.from(all.toString('base64', 0, whole), 'latin1')
    }
  } catch (thrown) {
    throw unreadable(thrown)
  }
  // If the content’s length differed from the announced length, the service would wait for more or truncate the message.
  if (content.size !== null && read !== content.size) throw unreadable(new Error('its size changed'))
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'), 'latin1')
}

function unreadable(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const reason = thrown instanceof Error ? thrown.message : String(thrown)
  return new AppError(
    'attachment-unreadable',
    'An attachment could not be read completely, so nothing was sent. Edit the message and add the file again.',
    {
      details: { reason },
      cause: thrown,
    },
  )
}
