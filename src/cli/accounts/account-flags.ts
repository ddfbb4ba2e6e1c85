import type { Flags } from '../framework/command.ts'
import { accountFlag, dataFlag, jsonFlag, secretsFlag } from '../framework/common-flags.ts'

export const addFlags = {
  name: { value: 'NAME', description: 'how the account is called' },
  url: { value: 'URL', description: 'the base URL of the service' },
  user: { value: 'USER', description: 'the user of the service' },
  'read-only': { description: 'nothing is sent or changed with it' },
  allow: { value: 'LIST', description: 'the only recipients that may get mail: addresses and @domains, with commas' },
  'plain-http': { description: 'accept that the key crosses the network readable by others' },
  'no-check': { description: 'do not ask the service first whether it takes the key' },
  data: dataFlag,
  json: jsonFlag,
  secrets: secretsFlag,
} as const satisfies Flags

export const checkFlags = {
  account: accountFlag,
  data: dataFlag,
  json: jsonFlag,
  secrets: secretsFlag,
} as const satisfies Flags

export const removeFlags = {
  yes: { description: 'do not ask' },
  'delete-archive': { description: 'delete its messages from this disk, too' },
  data: dataFlag,
  secrets: secretsFlag,
} as const satisfies Flags
