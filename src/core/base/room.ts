import { AppError } from '#shared/contract/base/error.ts'
import type { Noun } from '#shared/contract/table.ts'
import type { EventBus } from './event-bus.ts'
import type { Handlers, HandlersOf } from './handlers.ts'
import type { Keeps } from './keeps.ts'
import type { Paths, Ports } from './ports.ts'

/** Everything that a room needs in order to keep a file in the data folder. */
export type FileGround = {
  readonly ports: Pick<Ports, 'clock' | 'logger'> & { readonly paths: Pick<Paths, 'data'> }
  readonly events: EventBus
  /** Called when a file in the data folder could not be read and was kept aside. */
  readonly onBroken: (keptAs: string, reason: string) => void
}

/** Everything that any room may need. */
export type Ground = FileGround & { readonly ports: Ports }

/** A room of the core: its noun’s handlers, the data it keeps, and its part in starting and closing the app. */
export type Room<N extends Noun> = {
  readonly handlers: HandlersOf<N>
  readonly keeps: Keeps
  /** Begins work in the background, once every room has been opened. */
  start?(): void
  /** Called when the app begins to close, before any room stops. Waits for nothing. */
  closing?(): void
  /** Ends running work at a safe point and starts nothing new. Every room stops before any room closes. */
  stop?(): Promise<void>
  /** Writes everything not yet written and closes everything open. */
  close?(): Promise<void>
}

/** A room without a noun: the page reaches its data through other rooms. */
export type QuietRoom = Omit<Room<never>, 'handlers'>

export type RoomWith<N extends Noun, Service> = Room<N> & { readonly service: Service }

/** The room of every noun, and the rooms without a noun. A missing or extra room is a compile error. */
export type Rooms = { readonly [N in Noun]: Room<N> } & { readonly bodies: QuietRoom }

/**
 * Collects the handlers of all rooms. The result is complete, because every noun has a room that provides its handlers.
 */
export function handlersOf(rooms: Rooms): Handlers {
  const all = Object.values(rooms).map((room) => ('handlers' in room ? room.handlers : {}))
  return Object.assign({}, ...all) as Handlers
}

/** The data that each room keeps, last room first. */
export function keptBy(rooms: Rooms): readonly Keeps[] {
  return inOrder(rooms)
    .toReversed()
    .map(({ keeps }) => keeps)
}

export function startRooms(rooms: Rooms): void {
  for (const room of inOrder(rooms)) room.start?.()
}

/**
 * Closes the last room first, since it may use the rooms before it. If a room fails to close, the others are still closed.
 */
export async function closeRooms(rooms: Partial<Rooms>): Promise<void> {
  const lastFirst = inOrder(rooms).toReversed()
  const failures: unknown[] = []
  const note = (thrown: unknown): void => void failures.push(thrown)
  for (const room of lastFirst) room.closing?.()
  for (const room of lastFirst) await room.stop?.().catch(note)
  for (const room of lastFirst) await room.close?.().catch(note)
  if (failures.length > 0) throw AppError.from(failures[0])
}

function inOrder(rooms: Partial<Rooms>): readonly QuietRoom[] {
  return Object.values(rooms)
}
