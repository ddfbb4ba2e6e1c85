import type { z } from 'zod'

/** The name of each field on the screen. A parent or a command precedes a name that is not clear by itself. */
const labels: Readonly<Record<string, string>> = {
  acceptPlainHttp: 'plain http setting',
  accountId: 'account',
  address: 'address',
  addresses: 'recipients',
  advance: 'clock step',
  afterBytes: 'number of bytes',
  analytics: 'analytics',
  apiKey: 'key to send with',
  apiKeys: 'API keys',
  archive: 'history setting',
  as: 'recipient of the test',
  'people.at': 'place in the table of recipients',
  at: 'time of the send',
  baseUrl: 'base URL',
  bcc: 'bcc',
  before: 'start of the page',
  blacklist: 'blacklist',
  bulk: 'bulk setting',
  by: 'grouping',
  byteOrderMark: 'byte order mark setting',
  callsPerMinute: 'calls per minute',
  cc: 'cc',
  ccAndBcc: 'cc and bcc setting',
  colour: 'colour',
  columns: 'columns of the table',
  'layout.columns': 'columns of the file',
  comparison: 'comparison',
  confirmation: 'confirmation key',
  content: 'message',
  'files.keep.content': 'content of the file',
  condition: 'condition of the rule',
  contentId: 'content id',
  contentType: 'type of the file',
  correlateSends: 'send correlation setting',
  'window.count': 'length of the window',
  count: 'number of rows',
  csv: 'CSV options',
  dateForm: 'date form',
  dateFormat: 'date format',
  dates: 'form of the dates',
  decimal: 'decimal sign',
  days: 'days',
  day: 'day',
  'condition.days': 'number of days',
  delayMs: 'delay',
  density: 'density',
  descending: 'sort direction',
  description: 'description',
  details: 'details setting',
  dismissed: 'dismissed findings',
  domain: 'domain',
  draftId: 'draft',
  email: 'recipient',
  encoding: 'encoding',
  'condition.end': 'value at which the alert ends',
  every: 'report frequency',
  extensions: 'file extensions',
  extraCa: 'additional certificate authorities',
  faults: 'faults',
  field: 'field',
  first: 'first row',
  folder: 'folder',
  format: 'format',
  'compose.people.from': 'first row',
  'compose.tableRows.from': 'first row',
  'content.from': 'sender',
  'message.from': 'sender',
  'quiet.from': 'start of the quiet hours',
  from: 'start of the period',
  froms: 'senders',
  groups: 'groups',
  guard: 'formula guard',
  gzip: 'gzip setting',
  headerNames: 'header names',
  headers: 'header lines',
  height: 'height of the image',
  hours: 'number of hours',
  html: 'HTML',
  htmlMode: 'way to edit the HTML',
  id: 'id',
  ifTaken: 'choice for a name that is taken',
  'compose.request.index': 'number of the recipient',
  index: 'number of the attachment',
  inspectorWidth: 'details width',
  interval: 'sync interval',
  isOn: 'on/off setting',
  ipPool: 'IP pool',
  jobId: 'job',
  keep: 'key storage',
  keepDays: 'days to keep',
  'headerNames.key': 'header name of the key',
  'messages.values.key': 'metadata key',
  key: 'key',
  keys: 'API keys',
  keyPrefix: 'prefix of send options',
  kind: 'kind',
  language: 'language',
  last: 'last row',
  lastView: 'last view',
  layout: 'layout of the file',
  'condition.limit': 'value at which the alert fires',
  limit: 'number of entries',
  location: 'location',
  logLevel: 'log level',
  matches: 'number of matches',
  message: 'message',
  messageId: 'message id',
  meta: 'metadata',
  measure: 'figure',
  metaKey: 'metadata key',
  method: 'method',
  minimum: 'minimum number of messages',
  multiple: 'multiple files setting',
  monthDay: 'day of the month',
  'place.name': 'name of the file',
  name: 'name',
  offset: 'first row',
  oneClick: 'one-click setting',
  'content.options': 'options of the send',
  options: 'sync settings',
  own: 'request filter',
  page: 'page',
  pageSize: 'rows per page',
  part: 'file',
  'statistics.service.part': 'part of the figures',
  parts: 'files',
  path: 'path',
  place: 'place of the file',
  'reports.pause.paused': 'pause of the schedule',
  'exports.pause.paused': 'pause of the export',
  paused: 'sync pause',
  people: 'table of recipients',
  prefix: 'start of the value',
  preheader: 'preheader',
  probability: 'probability',
  probe: 'probe setting',
  profile: 'account settings',
  proxy: 'proxy',
  provider: 'mailbox provider',
  quiet: 'quiet hours',
  ranges: 'selected rows',
  readOnly: 'read-only setting',
  recipientAllowList: 'recipient allow-list',
  remove: 'number of removed recipients',
  refresh: 'refresh setting',
  replyTo: 'reply-to address',
  rhythm: 'report frequency',
  revision: 'revision of the draft',
  retryAfter: 'Retry-After time',
  row: 'message',
  'people.rows': 'recipients',
  rows: 'rows',
  rule: 'rule',
  running: 'state of the clock',
  scenario: 'scenario',
  search: 'search',
  selection: 'selected rows',
  sendId: 'id of the send',
  sentAt: 'time of the send',
  separator: 'separator',
  sha256: 'checksum of the file',
  sidebarCollapsed: 'sidebar setting',
  size: 'size of the file',
  sort: 'sort order',
  source: 'source of the export',
  span: 'period of the report',
  stack: 'stack',
  start: 'beginning of the draft',
  state: 'state',
  status: 'status',
  storeHistory: 'history setting',
  subject: 'subject',
  tags: 'tags',
  template: 'template',
  'compose.saveSnippet.text': 'text',
  'content.text': 'text part',
  'message.text': 'text',
  'notes.add.text': 'note',
  'notes.change.text': 'note',
  text: 'search',
  textMode: 'setting of the text part',
  textVersion: 'text version setting',
  theme: 'theme',
  time: 'time of the report',
  times: 'number of times',
  timeZone: 'time zone',
  title: 'title',
  'compose.sendDraftTest.to': 'recipients',
  'message.to': 'recipients',
  'quiet.to': 'end of the quiet hours',
  to: 'end of the period',
  token: 'file',
  tokens: 'files',
  trackClicks: 'click tracking',
  trackOpens: 'open tracking',
  trackTextClicks: 'click tracking of the text',
  type: 'type',
  undoSeconds: 'time to undo',
  unit: 'unit of the window',
  unsubscribe: 'unsubscribe address',
  url: 'link',
  'headerNames.user': 'header name of the user',
  user: 'user',
  utmCampaign: 'campaign',
  utmContent: 'campaign content',
  utmMedium: 'campaign medium',
  utmSource: 'campaign source',
  value: 'value',
  values: 'values',
  viewState: 'view state',
  weekday: 'day of the week',
  what: 'source of the export',
  width: 'width of the image',
  window: 'window',
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
