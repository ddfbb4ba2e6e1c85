import type { z } from 'zod'

/** What a field is called on the screen. In front of a name stands its parent or its command where the name alone is not clear. */
const labels: Readonly<Record<string, string>> = {
  acceptPlainHttp: 'choice about plain http',
  accountId: 'account',
  advance: 'step of the clock',
  afterBytes: 'number of bytes',
  apiKeys: 'API keys',
  archive: 'choice about the history',
  baseUrl: 'base URL',
  before: 'beginning of the page',
  callsPerMinute: 'calls per minute',
  ccAndBcc: 'choice about cc and bcc',
  colour: 'colour',
  confirmation: 'key that confirms the change',
  correlateSends: 'choice about correlating sends',
  dateForm: 'form of dates',
  dateFormat: 'date format',
  delayMs: 'delay',
  density: 'density',
  descending: 'direction of the order',
  details: 'choice about details',
  email: 'recipient',
  extensions: 'file extensions',
  extraCa: 'further certificate authorities',
  faults: 'faults',
  field: 'field',
  first: 'first row',
  from: 'beginning of the period',
  'message.from': 'sender',
  froms: 'senders',
  headerNames: 'header names',
  'headerNames.user': 'header name of the user',
  'headerNames.key': 'header name of the key',
  id: 'id',
  index: 'number of the attachment',
  inspectorWidth: 'width of the details',
  interval: 'time between two syncs',
  jobId: 'job',
  keep: 'place of the key',
  keepDays: 'number of days to keep',
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
  multiple: 'choice of one or more files',
  name: 'name',
  offset: 'first row',
  options: 'sync settings',
  own: 'choice of requests',
  page: 'page',
  pageSize: 'rows per page',
  path: 'path',
  paused: 'pause of the sync',
  prefix: 'beginning of the value',
  probability: 'probability',
  probe: 'choice about asking the service',
  profile: 'account settings',
  proxy: 'proxy',
  ranges: 'chosen rows',
  readOnly: 'choice of read-only',
  recipientAllowList: 'recipient allow-list',
  retryAfter: 'time to retry after',
  row: 'message',
  rows: 'rows',
  running: 'state of the clock',
  scenario: 'scenario',
  sendId: 'id of the send',
  sentAt: 'time of the send',
  sidebarCollapsed: 'width of the sidebar',
  sort: 'order',
  stack: 'stack',
  status: 'status',
  storeHistory: 'choice about keeping the history',
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
  viewState: 'state of the view',
  windowDays: 'number of days to read again',
  zone: 'time zone',
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
}

const reload = 'Reload Mailroom and try again.'
const longestName = 80

type Issue = z.core.$ZodRawIssue

/** The label of the innermost field that has one, or null where the request itself is wrong. */
export function fieldLabel(command: string, path: readonly PropertyKey[]): string | null {
  for (let end = path.length; end > 0; end--) {
    const [parent, name] = [end > 1 ? path[end - 2] : '', path[end - 1]]
    if (typeof name !== 'string') continue
    const label = [`${command}.${name}`, `${String(parent)}.${name}`, name].find((key) => Object.hasOwn(labels, key))
    if (label !== undefined) return labels[label]!
  }
  return null
}

/** What is wrong with an input, as a sentence that names the field as the screen does; the value itself stays out of it. */
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
      if (issue.input === undefined) return `The request lacks ${field}. ${reload}`
      return unreadable(field, kinds[issue.expected] ?? 'the documented form')
    case 'invalid_value':
      return `Mailroom does not know this value of ${field}. Choose one of these: ${issue.values.map(String).join(', ')}.`
    case 'too_big':
      return tooMuch(issue.origin, Number(issue.maximum), field)
    case 'too_small':
      return tooLittle(issue.origin, Number(issue.minimum), field)
    case 'invalid_key':
      return `A name in ${field} is not accepted. Shorten the name.`
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
  if (origin === 'string' && least === 1) return `There is nothing in ${field}. Enter a text.`
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
