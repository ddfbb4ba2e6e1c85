import type { ToastAction } from './toast-queue.ts'

export function undoAction(run: () => void): ToastAction {
  return { label: 'Undo', run, isUndo: true }
}
