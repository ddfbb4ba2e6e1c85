import type { ExportRecord } from '#shared/domain/service/records.ts'
import { date, integer, maybeNumber, text, texts, Unreadable, type Fields } from './fields.ts'

/**
 * The only reader written by hand: an export contains millions of records, and the table-driven reader takes three times as
 * long as parsing their JSON.
 */
export function readExportRecord(given: Fields): ExportRecord {
  const record: ExportRecord = {
    id: '',
    apiKey: '',
    createdDate: null,
    lastStateDate: null,
    from: '',
    email: '',
    subject: '',
    size: null,
    tags: noTags,
    lastState: '',
    open: 0,
    click: 0,
    extra: null,
  }
  let extra: Record<string, unknown> | null = null
  for (const key in given) {
    const value = given[key]
    if (value === null || value === undefined) continue
    if (!readField(record, key, value)) {
      // Names may be capitalized differently, as in the field table in the service’s documentation.
      const name = byLowerCase.get(key.toLowerCase())
      const isKnown = name !== undefined && readField(record, name, value)
      if (!isKnown && key !== '__proto__') {
        extra ??= {}
        extra[key] = value
      }
    }
  }
  record.extra = extra
  if (record.id === '') throw new Unreadable('The record has no ID')
  return record
}

const noTags: readonly string[] = []

function readField(record: ExportRecord, key: string, value: unknown): boolean {
  try {
    switch (key) {
      case 'id':
        record.id = typeof value === 'string' ? value : text(value)
        return true
      case 'apiKey':
        record.apiKey = typeof value === 'string' ? value : text(value)
        return true
      case 'createdDate':
        record.createdDate = date(value)
        return true
      case 'lastStateDate':
        record.lastStateDate = date(value)
        return true
      case 'from':
        record.from = typeof value === 'string' ? value : text(value)
        return true
      case 'email':
        record.email = typeof value === 'string' ? value : text(value)
        return true
      case 'subject':
        record.subject = typeof value === 'string' ? value : text(value)
        return true
      case 'size':
        record.size = maybeNumber(value)
        return true
      case 'tags':
        record.tags = texts(value)
        return true
      case 'lastState':
        record.lastState = typeof value === 'string' ? value : text(value)
        return true
      case 'open':
        record.open = integer(value)
        return true
      case 'click':
        record.click = integer(value)
        return true
      default:
        return false
    }
  } catch (thrown) {
    if (thrown instanceof Unreadable) throw new Unreadable(`The record has no readable ${key} (${thrown.message})`)
    throw thrown
  }
}

const names = ['id', 'apiKey', 'createdDate', 'lastStateDate', 'from', 'email', 'subject', 'size', 'tags', 'lastState']
const byLowerCase = new Map([...names, 'open', 'click'].map((name) => [name.toLowerCase(), name]))
