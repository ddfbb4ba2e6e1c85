import { accountFlag, dataFlag, jsonFlag, secretsFlag, zoneFlag } from '../framework/common-flags.ts'
import { accessChoices, accessKinds } from '#shared/contract/base/team/access-log.ts'
import type { Flags } from '../framework/command.ts'

export const serverFlags = {
  host: { value: 'HOST', description: 'the PostgreSQL server' },
  port: { value: 'PORT', description: 'the server’s port', default: '5432' },
  database: { value: 'NAME', description: 'the database' },
  schema: { value: 'NAME', description: 'the schema of the archive', default: 'mailroom' },
  user: { value: 'USER', description: 'the user on the server' },
  ca: {
    value: 'FILE',
    description: 'the server’s certificate authority, as PEM',
    default: 'the authorities that this computer trusts',
  },
  json: jsonFlag,
} as const satisfies Flags

const printFlag = { description: 'print the statements for psql without connecting to a server' } as const

export const createFlags = { print: printFlag, ...serverFlags } as const satisfies Flags

export const migrateFlags = {
  print: { description: 'print the statements that would update this archive, for psql, and change nothing' },
  ...serverFlags,
} as const satisfies Flags

export const grantFlags = {
  writer: { value: 'USER', description: 'a user who gets write access', many: true },
  reader: { value: 'USER', description: 'a user who gets read-only access', many: true },
  print: printFlag,
  ...serverFlags,
} as const satisfies Flags

const accountFlags = { account: accountFlag, data: dataFlag, secrets: secretsFlag } as const satisfies Flags

export const joinFlags = {
  empty: { description: 'join an empty archive without moving this account’s messages there first' },
  ...serverFlags,
  ...accountFlags,
} as const satisfies Flags

export const leaveFlags = { ...accountFlags, json: jsonFlag } as const satisfies Flags

export const accessLogFlags = {
  log: { value: 'WHAT', description: 'choose what is logged from now on, and print no lines', choices: accessChoices },
  since: { value: 'DAY', description: 'from this day on, such as 2026-01-31' },
  until: { value: 'DAY', description: 'up to this day' },
  who: { value: 'NAME', description: 'lines of this user of the server' },
  kind: { value: 'KIND', description: 'lines of this kind', choices: accessKinds },
  person: { value: 'ADDRESS', description: 'lines that concern the person with this address' },
  limit: { value: 'N', description: 'at most this many lines, or all', default: '50; all with --csv' },
  csv: { value: 'FILE', description: 'write a comma-separated table with a heading; - is stdout' },
  zone: zoneFlag('days and times'),
  ...serverFlags,
} as const satisfies Flags

export const moveFlags = {
  account: accountFlag,
  down: { value: 'FILE', description: 'copy the team archive to this new file instead' },
  data: dataFlag,
  ...serverFlags,
} as const satisfies Flags
