import type { ImageTarget } from './image-target.ts'
import type { Shown } from './mail-tree.ts'

/** The events that a mail in a frame reports to the page. */
export type FrameEvents = {
  /** Called with the place that has the focus; null if none has. */
  readonly onplace: (shown: Shown | null, isEditing: boolean) => void
  /** Called when the user asks for the details of an image or a link. */
  readonly onopen: (shown: Shown) => void
  /** Called for Escape outside a run: the focus goes back to the page. */
  readonly onleave: () => void
  /** Called with the number of places, or null for a mail that is too large to show. */
  readonly onshown: (places: number | null) => void
  readonly onerror: (thrown: unknown) => void
  /** Called with pasted or dropped files, and where images go. */
  readonly onfiles: (files: File[], target: ImageTarget | null) => void
}

/** Returns a function that adds a listener to a document, and itself returns one that removes the listener. */
export function listenTo(document: Document) {
  return <Name extends keyof DocumentEventMap>(
    name: Name,
    listener: (event: DocumentEventMap[Name]) => void,
  ): (() => void) => {
    document.addEventListener(name, listener)
    return () => document.removeEventListener(name, listener)
  }
}

/** Passes pasted or dropped files to the page. */
export function takeFiles(
  { onfiles }: FrameEvents,
  event: ClipboardEvent | DragEvent,
  target: ImageTarget | null,
): void {
  const data = 'clipboardData' in event ? event.clipboardData : event.dataTransfer
  const files = [...(data?.files ?? [])]
  if (files.length === 0) return
  event.preventDefault()
  event.stopPropagation()
  onfiles(files, target)
}

/** How far a key moves between places; 0 for a key that does not. */
export function stepOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): number {
  if (ctrlKey || metaKey || altKey) return 0
  return { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key] ?? 0
}
