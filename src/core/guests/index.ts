/** What the owner's other programs ask of the app that holds the data folder. */
export { Guests, type SocketKey } from './guests.ts'
export { reachFolder, takeFolder } from './reach-folder.ts'
export { Visit } from './visit.ts'
export type { Shown } from './wire.ts'
