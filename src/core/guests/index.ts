/** Lets the owner’s other programs send requests to the app that holds the data folder. */
export { CommandGuests } from './command-guests.ts'
export { openGuests } from './open-guests.ts'
export { reachFolder, takeFolder, visitRunning } from './reach-folder.ts'
export type { Visit } from './visit.ts'
export type { Shown } from './wire.ts'
