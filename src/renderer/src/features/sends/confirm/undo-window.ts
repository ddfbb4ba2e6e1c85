/** The choices for how long a send can be undone, in seconds. */
export const undoWindows = [0, 5, 10, 20, 30, 60, 120] as const
const usualUndo = 10
/** In seconds. A shorter window is not remembered: it applies only to the current send. */
export const leastRemembered = 5

export function undoFrom(saved: unknown): number {
  return typeof saved === 'number' && saved >= leastRemembered ? saved : usualUndo
}
