import { invalid } from '../http/service-error.ts'
import {
  readFlag,
  readLine,
  readObject,
  readTexts,
  refuseOthers,
  scalarText,
  shown,
  type Fields,
  type Reading,
} from '../readers/fields.ts'
import type { JsonObject } from '../store/index.ts'
import type { RecipientValues, SendOptions } from './outgoing.ts'
import { foreignOption, ownHeaderLine, unknownOption } from './passed-over.ts'
import { plainDefaults, type SendDefaults } from './send-defaults.ts'

type OptionsReading = Reading & {
  prefix: string
}
type OptionReading = Reading & { defaults: SendDefaults }

const documented = ['META', 'SUB', 'TAGS']
const utmNames = ['utm_source', 'utm_medium', 'utm_content', 'utm_campaign']
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/
/** Headers that the composer writes itself. If callers could set them, they would be able to forge or break the message. */
const reservedHeaders =
  /^(from|to|cc|bcc|sender|subject|date|message-id|reply-to|return-path|received|mime-version|content-.*|dkim-signature)$/i

export type ReadOptions = {
  options: SendOptions
  substitutions: ReadonlyMap<string, RecipientValues>
  /** Notes on keys that were not read as options. */
  notes: string[]
}

export function readOptions(
  headers: Fields | undefined,
  { strict, prefix }: OptionsReading,
  { parameters, ...defaults }: SendDefaults = plainDefaults,
): ReadOptions {
  const reading = { strict, prefix, defaults }
  const options: SendOptions = {
    ...defaults,
    tags: [],
    meta: undefined,
    bulk: false,
    textVersion: false,
    lines: [],
  }
  let substitutions: ReadonlyMap<string, RecipientValues> = new Map()
  const notes: string[] = []
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (value === null || value === undefined) continue
    const isOption = name.toUpperCase().startsWith(reading.prefix)
    const option = isOption ? name.slice(reading.prefix.length).toUpperCase() : ''
    if (reading.strict && !(isOption && documented.includes(option))) {
      throw invalid(`headers.${shown(name)} is not a field of this operation.`)
    }
    if (!isOption) {
      const { line, note } = readHeaderLine(name, value, reading.prefix)
      if (line !== undefined) options.lines.push(line)
      if (note !== undefined) notes.push(note)
    } else if (option === 'SUB') substitutions = readSubstitutions(value, `headers.${name}`, reading)
    else if (Object.hasOwn(readers, option)) {
      Object.assign(options, readers[option]?.(value, `headers.${name}`, reading))
    } else notes.push(unknownOption(name, reading.prefix))
  }
  if (parameters !== undefined) options.analytics = { ...parameters, ...options.analytics }
  return { options, substitutions, notes }
}

const readers: Readonly<
  Record<string, (value: unknown, name: string, reading: OptionReading) => Partial<SendOptions>>
> = {
  TAGS: (...given) => ({ tags: readTags(...given) }),
  META: (...given) => ({ meta: readMeta(...given) }),
  DOMAIN: (value, name) => ({ domain: readWord(value, name) }),
  IPPOOL: (value, name) => ({ ipPool: readWord(value, name) }),
  BLACKLIST: (value, name) => ({ blacklist: readWord(value, name) }),
  TEMPLATE: (value, name) => ({ template: readWord(value, name) }),
  BULK: (...given) => ({ bulk: readFlag(...given) ?? false }),
  TEXTVERSION: (...given) => ({ textVersion: readFlag(...given) ?? false }),
  TRACKING: (...given) => ({ tracking: readTracking(...given) }),
  ANALYTICS: (...given) => ({ analytics: readAnalytics(...given) }),
  GOOGLEANALYTICS: (...given) => ({ analytics: readAnalytics(...given) }),
}

function readWord(value: unknown, name: string): string | undefined {
  return readLine(scalarText(value), name) || undefined
}

/**
 * In an email, lists and objects are written as JSON text. A string is therefore parsed wherever another type is
 * expected.
 */
function fromJsonText(value: unknown, name: string, { strict }: Reading): unknown {
  if (typeof value !== 'string' || strict) return value
  if (value.trim() === '') return undefined
  try {
    return JSON.parse(value) as unknown
  } catch {
    throw invalid(`${name} is a string that is not valid JSON.`)
  }
}

/** A text that is not a JSON list is a single tag. */
function tagTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(scalarText)
  if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return scalarText(value)
  try {
    return tagTexts(JSON.parse(value))
  } catch {
    return value
  }
}

function readTags(value: unknown, name: string, reading: Reading): string[] {
  const tags = readTexts(reading.strict ? value : tagTexts(value), name, reading) ?? []
  for (const tag of tags) {
    readLine(tag, name)
    // A tag with blanks around it must not be stored. If it were stored unchanged, it would look like a different tag,
    // and if it were trimmed, a filter with the original text would not find it.
    if (tag !== tag.trim()) throw invalid(`${name} contains ${shown(tag)}. A tag must not begin or end with a space.`)
    if (tag === '') throw invalid(`${name} contains an empty tag.`)
  }
  return [...new Set(tags)]
}

/** Documented values are text or numbers (2.3); real clients also send booleans. */
function readMeta(value: unknown, name: string, reading: Reading): JsonObject | undefined {
  const fields = readObject(fromJsonText(value, name, reading), name, reading)
  if (fields === undefined) return undefined
  const entries = Object.entries(fields).filter(([, item]) => item !== null)
  for (const [key, item] of entries) {
    const isPlain =
      typeof item === 'string' || typeof item === 'number' || (typeof item === 'boolean' && !reading.strict)
    if (!isPlain) throw invalid(`${name}.${shown(key)} must be a string or a number.`)
  }
  return Object.fromEntries(entries) as JsonObject
}

function readTracking(value: unknown, name: string, reading: OptionReading): SendOptions['tracking'] {
  const { tracking } = reading.defaults
  const fields = readObject(fromJsonText(value, name, reading), name, reading)
  const html = readObject(fields?.html, `${name}.html`, reading)
  // Some clients nest `text` in `html`.
  const text = readObject(fields?.text ?? html?.text, `${name}.text`, reading)
  return {
    ...tracking,
    htmlOpen: readFlag(html?.open, `${name}.html.open`, reading) ?? tracking.htmlOpen,
    htmlClick: readFlag(html?.click, `${name}.html.click`, reading) ?? tracking.htmlClick,
    textClick: readFlag(text?.click, `${name}.text.click`, reading) ?? tracking.textClick,
  }
}

function readAnalytics(value: unknown, name: string, reading: Reading): Record<string, string> | undefined {
  const fields = readObject(fromJsonText(value, name, reading), name, reading)
  if (fields === undefined || !(readFlag(fields.enable, `${name}.enable`, reading) ?? true)) return undefined
  const parameters: Record<string, string> = {}
  for (const utm of utmNames) {
    const text = readWord(fields[utm], `${name}.${utm}`)
    if (text) parameters[utm] = text
  }
  return parameters
}

/**
 * Like real services, turns an option with a different prefix into a header line. The value becomes the JSON text that an
 * email would carry.
 */
function readHeaderLine(
  name: string,
  value: unknown,
  prefix: string,
): { line?: [string, string]; note?: string | undefined } {
  if (!headerName.test(name)) throw invalid(`headers holds ${shown(name)}, which is not a header name.`)
  if (reservedHeaders.test(name)) return { note: ownHeaderLine(name) }
  const note = foreignOption(name, prefix)
  const isPlain = typeof value === 'number' || typeof value === 'boolean'
  const text = isPlain ? String(value) : note === undefined || typeof value === 'string' ? value : JSON.stringify(value)
  return { line: [name, readLine(text, `headers.${name}`) ?? ''], note }
}

/** The service’s documentation has `subject` and `meta` inside `values`. Real clients also send them next to it. */
function readSubstitutions(value: unknown, name: string, reading: Reading): Map<string, RecipientValues> {
  const list = fromJsonText(value, name, reading) ?? []
  if (!Array.isArray(list)) throw invalid(`${name} must be a list.`)
  const found = new Map<string, RecipientValues>()
  list.forEach((entry: unknown, index) => {
    const where = `${name}[${index}]`
    const fields = readObject(entry, where, reading)
    const email = fields?.email
    if (fields === undefined || typeof email !== 'string' || email.trim() === '') {
      throw invalid(`${where}.email is required.`)
    }
    if (reading.strict) refuseOthers(fields, ['email', 'values'], `${where}.`)
    const { meta: inner, ...values } = readObject(fields.values, `${where}.values`, reading) ?? {}
    const subject = readLine(values.subject ?? fields.subject, `${where}.values.subject`)
    const meta = readMeta(inner ?? fields.meta, `${where}.values.meta`, reading)
    found.set(email.trim().toLowerCase(), {
      values: (subject === undefined ? values : { ...values, subject }) as JsonObject,
      meta,
    })
  })
  return found
}
