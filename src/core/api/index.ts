export { checkBaseUrl, type BaseUrlCheck } from './base-url.ts'
export { createCallLog, type CallLog, type CallLogEntry } from './call-log.ts'
export type { Effect, EffectJournal, EffectNote } from './effect-journal.ts'
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
export { lostAnswer, type OutcomeCheck } from './outcome.ts'
export type { Listed, Problem } from './read/list.ts'
export type { Checks, OutcomeAnswer, SendCheck } from './check.ts'
export { capabilityNames, type Capabilities, type CapabilityName } from './probe.ts'
export type { BlacklistOperations, BlacklistPage } from './resources/blacklists.ts'
export type { Completeness, ExportDownload, ExportOperations, RecordBatch } from './resources/exports.ts'
export type { ExtraOperations } from './resources/extras.ts'
export type { MessageOperations, SendResult } from './resources/messages.ts'
export type { SettingsOperations } from './resources/settings.ts'
export type { MessagePage, StatisticsOperations } from './resources/statistics.ts'
export type { UserOperations } from './resources/users.ts'
export { sendIdKey, type OutgoingMessage, type Part, type PartContent } from './write/send-body.ts'
export { checkCredential } from './http/credentials.ts'
export { hideProxyPassword, isProxySetting, proxyOrigin, withProxyPassword } from './http/proxy.ts'
