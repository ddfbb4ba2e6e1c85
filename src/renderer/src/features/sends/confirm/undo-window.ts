/** Seconds in which a send can be taken back. */
export const undoWindows = [0, 5, 10, 20, 30, 60, 120] as const
const usualUndo = 10
/** A smaller number applies to one send only. */
export const leastRemembered = 5

/** The default number of seconds in a dialog. */
export function undoFrom(saved: unknown): number {
  return typeof saved === 'number' && saved >= leastRemembered ? saved : usualUndo
}
