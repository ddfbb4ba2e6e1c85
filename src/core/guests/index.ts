import type { Guests, Opening } from './guests.ts'

/** What the owner's other programs ask of the app that holds the data folder. */
export { reachFolder, takeFolder } from './reach-folder.ts'
export type { Guests } from './guests.ts'
export type { Visit } from './visit.ts'
export type { Shown } from './wire.ts'

/**
 * Opens the socket once every room of the app is open: until then a guest would only wait, and a start should not. Null where the app
 * could not be opened, or the system has no sockets.
 */
export async function openGuests(opening: Opening): Promise<Guests | null> {
  const { Guests } = await opening.app.handlers.then(
    () => import('./guests.ts'),
    () => ({ Guests: null }),
  )
  return Guests && Guests.open(opening)
}
