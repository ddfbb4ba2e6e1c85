export { checkBaseUrl } from './profile/base-url.ts'
export { createCallLog, type CallLog } from './options/call-log.ts'
export type { Effect, EffectJournal, EffectNote } from './options/effect-journal.ts'
export { readPublicFile } from './http/public-file.ts'
export { offlineCodes, withheldCodes } from './http/failure.ts'
export { createServiceClient, type ServiceClient } from './client.ts'
export type { ConnectionState } from './calls/connection.ts'
export {
  type CallOptions,
  type AbilityState,
  type Deadlines,
  type Learned,
  type LearnedStore,
  type Limits,
  type Network,
  type ServiceClientOptions,
  type ServiceProfile,
} from './options/options.ts'
export { lostAnswer, outcomeCheck, readOnlyAccount, type OutcomeCheck } from './options/outcome.ts'
export type { Listed, Problem } from './read/list.ts'
export type { CheckedOutcome } from './checks/checked-outcome.ts'
export type { SendCheck } from './checks/outcome-checks.ts'
export { abilityNames, type Abilities, type AbilityName } from './checks/probe.ts'
export type { BlacklistPage } from './resources/blacklists.ts'
export type { Completeness, ExportDownload, RecordBatch } from './exports/download.ts'
export type { SendResult } from './resources/messages.ts'
export type { MessagePage } from './resources/statistics.ts'
export { readMessage } from './read/messages.ts'
export { writeSend, type OutgoingMessage, type Part, type PartContent } from './write/send-body.ts'
export { refuseOthers } from './write/recipients.ts'
export { checkCredential } from './profile/credentials.ts'
export { systemAuthorities } from './http/system-authorities.ts'
export { hideProxyPassword, isProxySetting, proxyOrigin } from './profile/proxy.ts'
