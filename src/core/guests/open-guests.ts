import type { Guests, Opening } from './guests.ts'

/**
 * Opens the socket once every room of the app is open: before that, a guest would only wait and slow down the start.
 * Null if the app or the socket could not be opened.
 */
export async function openGuests(opening: Opening): Promise<Guests | null> {
  const { Guests } = await opening.app.handlers.then(
    () => import('./guests.ts'),
    () => ({ Guests: null }),
  )
  return Guests && Guests.open(opening)
}
