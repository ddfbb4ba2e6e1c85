export { checkBaseUrl, type BaseUrlCheck } from './base-url.ts'
export { createCallLog, type CallLog, type CallLogEntry } from './call-log.ts'
export { createServiceClient, type ServiceClient } from './client.ts'
export type { ConnectionState } from './connection.ts'
export type {
  CallOptions,
  CapabilityState,
  Deadlines,
  Learned,
  LearnedStore,
  Limits,
  Network,
  ServiceClientOptions,
  ServiceProfile,
} from './options.ts'
export type { OutcomeCheck } from './outcome.ts'
export type { Listed, Problem } from './read/list.ts'
