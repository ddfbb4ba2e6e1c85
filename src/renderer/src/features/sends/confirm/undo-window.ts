/** Seconds in which a send can be taken back. */
export const undoWindows = [0, 5, 10, 20, 30, 60, 120] as const
const usualUndo = 10
/** Fewer seconds count for one send alone. */
export const leastRemembered = 5

/** The seconds that a dialog begins with. */
export function undoFrom(saved: unknown): number {
  return typeof saved === 'number' && saved >= leastRemembered ? saved : usualUndo
}
