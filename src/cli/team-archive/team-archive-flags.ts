import { accountFlag, dataFlag, jsonFlag } from '../framework/common-flags.ts'
import type { Flags } from '../framework/command.ts'

export const serverFlags = {
  host: { value: 'HOST', description: 'the PostgreSQL server' },
  port: { value: 'PORT', description: 'its port', default: '5432' },
  database: { value: 'NAME', description: 'the database' },
  schema: { value: 'NAME', description: 'the schema of the archive', default: 'mailroom' },
  user: { value: 'USER', description: 'the user on the server' },
  ca: {
    value: 'FILE',
    description: 'the certificate authority of the server, as PEM',
    default: 'the authorities that this computer trusts',
  },
  json: jsonFlag,
} as const satisfies Flags

const printFlag = { description: 'print the statements, for psql, and connect to no server' } as const

export const createFlags = { print: printFlag, ...serverFlags } as const satisfies Flags

export const grantFlags = {
  writer: { value: 'USER', description: 'may read and write the archive', many: true },
  reader: { value: 'USER', description: 'may only read the archive', many: true },
  print: printFlag,
  ...serverFlags,
} as const satisfies Flags

export const moveFlags = {
  account: accountFlag,
  down: { value: 'FILE', description: 'copy the team’s archive to this new file instead' },
  data: dataFlag,
  ...serverFlags,
} as const satisfies Flags
