import type { z } from 'zod'

/** The name of each field on the screen. A parent or a command precedes a name that is not clear by itself. */
const labels: Readonly<Record<string, string>> = {
  acceptPlainHttp: 'plain http setting',
  accountId: 'account',
  advance: 'clock step',
  afterBytes: 'number of bytes',
  apiKeys: 'API keys',
  archive: 'history setting',
  baseUrl: 'base URL',
  before: 'start of the page',
  callsPerMinute: 'calls per minute',
  ccAndBcc: 'cc and bcc setting',
  colour: 'colour',
  confirmation: 'confirmation key',
  correlateSends: 'send correlation setting',
  dateForm: 'date form',
  dateFormat: 'date format',
  delayMs: 'delay',
  density: 'density',
  descending: 'sort direction',
  details: 'details setting',
  email: 'recipient',
  extensions: 'file extensions',
  extraCa: 'additional certificate authorities',
  faults: 'faults',
  field: 'field',
  first: 'first row',
  from: 'start of the period',
  'message.from': 'sender',
  froms: 'senders',
  headerNames: 'header names',
  'headerNames.user': 'header name of the user',
  'headerNames.key': 'header name of the key',
  id: 'id',
  index: 'number of the attachment',
  inspectorWidth: 'details width',
  interval: 'sync interval',
  jobId: 'job',
  keep: 'key storage',
  keepDays: 'days to keep',
  key: 'key',
  'messages.values.key': 'metadata key',
  keyPrefix: 'prefix of send options',
  kind: 'kind',
  language: 'language',
  last: 'last row',
  lastView: 'last view',
  limit: 'number of entries',
  location: 'location',
  logLevel: 'log level',
  message: 'message',
  messageId: 'message id',
  method: 'method',
  multiple: 'multiple files setting',
  name: 'name',
  offset: 'first row',
  options: 'sync settings',
  own: 'request filter',
  page: 'page',
  pageSize: 'rows per page',
  path: 'path',
  paused: 'sync pause',
  prefix: 'start of the value',
  probability: 'probability',
  probe: 'probe setting',
  profile: 'account settings',
  proxy: 'proxy',
  ranges: 'selected rows',
  readOnly: 'read-only setting',
  recipientAllowList: 'recipient allow-list',
  retryAfter: 'Retry-After time',
  row: 'message',
  rows: 'rows',
  running: 'state of the clock',
  scenario: 'scenario',
  sendId: 'id of the send',
  sentAt: 'time of the send',
  sidebarCollapsed: 'sidebar setting',
  sort: 'sort order',
  stack: 'stack',
  status: 'status',
  storeHistory: 'history setting',
  subject: 'subject',
  tags: 'tags',
  text: 'search',
  'message.text': 'text',
  theme: 'theme',
  timeZone: 'time zone',
  times: 'number of times',
  title: 'title',
  to: 'end of the period',
  'message.to': 'recipients',
  token: 'file',
  url: 'link',
  user: 'user',
  viewState: 'view state',
  windowDays: 'days to read again',
  zone: 'time zone',
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
}

const reload = 'Reload Mailroom and try again.'
const longestName = 80

type Issue = z.core.$ZodRawIssue

/** The label of the innermost field that has one, or null if the request itself is wrong. */
export function fieldLabel(command: string, path: readonly PropertyKey[]): string | null {
  for (let end = path.length; end > 0; end--) {
    const [parent, name] = [end > 1 ? path[end - 2] : '', path[end - 1]]
    if (typeof name !== 'string') continue
    const label = [`${command}.${name}`, `${String(parent)}.${name}`, name].find((key) => Object.hasOwn(labels, key))
    if (label !== undefined) return labels[label]!
  }
  return null
}

/** What is wrong with an input, in a sentence with the name of the field on the screen, but never with its value. */
export function inputSentence(command: string): (issue: Issue) => string {
  return (issue) => {
    const path = issue.path ?? []
    if (issue.code === 'unrecognized_keys') return unknownFields(issue.keys)
    const label = fieldLabel(command, path)
    if (label === null) return `Mailroom cannot read this request. ${reload}`
    const index = path.findLast((part) => typeof part === 'number')
    const field = index === undefined ? `the ${label}` : `entry ${index + 1} of the ${label}`
    return sentence(issue, field)
  }
}

function sentence(issue: Issue, field: string): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return `The request is missing ${field}. ${reload}`
      return unreadable(field, kinds[issue.expected] ?? 'the documented form')
    case 'invalid_value':
      return `Mailroom does not know this value of ${field}. Choose one of these: ${issue.values.map(String).join(', ')}.`
    case 'too_big':
      return tooMuch(issue.origin, Number(issue.maximum), field)
    case 'too_small':
      return tooLittle(issue.origin, Number(issue.minimum), field)
    case 'invalid_key':
      return `A name in ${field} is too long. Shorten it.`
    default:
      return unreadable(field, 'the documented form')
  }
}

function tooMuch(origin: string, most: number, field: string): string {
  const limit = `The limit for ${field} is ${count(most)}`
  if (origin === 'string') return `${limit} characters. Shorten the text.`
  if (origin === 'array') return `${limit} entries. Remove some.`
  return `${limit}. Enter a smaller number.`
}

function tooLittle(origin: string, least: number, field: string): string {
  if (origin === 'string' && least === 1)
    return `${field.charAt(0).toUpperCase()}${field.slice(1)} is empty. Enter a value.`
  const limit = `The minimum for ${field} is ${count(least)}`
  if (origin === 'string') return `${limit} characters. Enter more.`
  if (origin === 'array') return `${limit} entries. Add some.`
  return `${limit}. Enter a larger number.`
}

function unreadable(field: string, form: string): string {
  return `Mailroom cannot read ${field}. Use ${form}.`
}

function unknownFields(names: readonly string[]): string {
  const [first = ''] = names
  const others = names.length > 1 ? ` and ${count(names.length - 1)} more` : ''
  return `This version of Mailroom does not know the field “${first.slice(0, longestName)}”${others}. ${reload}`
}

function count(value: number): string {
  return value.toLocaleString('en')
}
