import { readFirst } from '#shared/domain/exports/archive-columns.ts'
import { sortFields } from '#shared/contract/base/search-limits.ts'
import type { Flags } from '../framework/command.ts'
import { readingFlags, zoneFlag } from '../framework/common-flags.ts'

/**
 * The columns of the message list. Details of opens and clicks are left out, because they are read for one message at a
 * time.
 */
export const searchColumns = [
  ...readFirst,
  'reasonInWords',
  'size',
  'apiKey',
  'recipientDomain',
  'mailboxProvider',
  'senderDomain',
  'meta',
  'id',
] as const

export const searchFlags = {
  columns: {
    value: 'LIST',
    description: 'columns, separated by commas: meta:KEY for a metadata value, and',
    choices: searchColumns,
    default: 'createdDate,lastState,email,from,subject; with --json all',
  },
  sort: {
    value: 'FIELD',
    description: 'the order; FIELD:up sorts the smallest first',
    default: 'created, the newest first',
    choices: sortFields,
  },
  limit: { value: 'N', description: 'at most this many messages, or all', default: '50 on a terminal, otherwise all' },
  count: { description: 'print only the number of messages' },
  zone: zoneFlag('days in the query'),
  ...readingFlags,
} as const satisfies Flags
