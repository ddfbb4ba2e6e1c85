/**
 * The data that the sandbox keeps. Every date in this folder is a number of epoch milliseconds; the operations format it
 * for the wire. A period is counted in whole seconds, both ends included: the milliseconds of its two dates are ignored.
 */
export * from './types/account-types.ts'
export * from './types/message-types.ts'
export { openStore, type Store } from './store.ts'
