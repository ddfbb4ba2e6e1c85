/**
 * The data stored by the sandbox. In this folder, dates are epoch milliseconds, which operations convert for their
 * responses. A period includes both of its ends and is counted in whole seconds, so the milliseconds of its dates are
 * ignored.
 */
export * from './types/account-types.ts'
export * from './types/message-types.ts'
export * from './types/reply-types.ts'
export * from './types/webhook-types.ts'
export { openStore, type Store } from './store.ts'
