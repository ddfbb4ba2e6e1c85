import type { Flags } from '../framework/command.ts'
import { accountFlag, dataFlag, jsonFlag, secretsFlag } from '../framework/common-flags.ts'

export const addFlags = {
  name: { value: 'NAME', description: 'the name of the account' },
  url: { value: 'URL', description: 'the base URL of the service' },
  user: { value: 'USER', description: 'the user on the service' },
  'read-only': { description: 'the account can’t send or change anything' },
  allow: {
    value: 'LIST',
    description: 'the only recipients who can get mail: addresses and @domains, separated by commas',
  },
  'plain-http': { description: 'use plain http, although others on the network could read the key' },
  'no-check': { description: 'do not check first whether the service accepts the key' },
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
  yes: { description: 'do not ask for confirmation' },
  'delete-archive': { description: 'also delete the account’s messages from this disk' },
  data: dataFlag,
  secrets: secretsFlag,
} as const satisfies Flags
