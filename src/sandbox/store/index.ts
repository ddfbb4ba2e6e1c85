/**
 * The data that the sandbox stores. All dates in this folder are epoch milliseconds; the operations format them for the
 * wire. A period is counted in whole seconds, both ends included: the milliseconds of its two dates are ignored.
 */
export * from './types/account-types.ts'
export * from './types/message-types.ts'
export * from './types/reply-types.ts'
export * from './types/webhook-types.ts'
export { openStore, type Store } from './store.ts'
