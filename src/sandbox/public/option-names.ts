import type { ForkOptions, SandboxOptions } from '../../../packages/sandbox/index.d.ts'

/** Written as an object, so that the type check finds a missing option. */
const options: Record<keyof SandboxOptions, true> = {
  port: true,
  smtp: true,
  smtpsPort: true,
  listen: true,
  adminToken: true,
  data: true,
  scenario: true,
  snapshot: true,
  snapshots: true,
  announcesTls: true,
  seed: true,
  clock: true,
  strict: true,
  user: true,
  key: true,
  headerNames: true,
  prefix: true,
  maxMessageBytes: true,
  maxRecipients: true,
  hosts: true,
  webhookHosts: true,
  repliesTo: true,
  relay: true,
  faults: true,
  onError: true,
}
const forkOptions: Record<keyof ForkOptions, true> = {
  snapshot: true,
  port: true,
  smtp: true,
  key: true,
}

export const optionNames = Object.keys(options)
export const forkOptionNames = Object.keys(forkOptions)
