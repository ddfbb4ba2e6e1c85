/** The parts of hosts that need only Node. */
export { logFileName, openLogger, type FileLogger } from './file-logger.ts'
export { systemClock } from './system-clock.ts'
export { forkKeychain } from './fork-keychain.ts'
export { defaultDataFolder } from './default-data-folder.ts'
export { holderOf, lockDataFolder, nameOfHolder, type DataLock } from './data-lock.ts'
export { programRoot } from './program-root.ts'
export { policyOfPage } from './page-policy.ts'
