import type { ImageTarget } from './image-target.ts'
import type { Shown } from './mail-tree.ts'

export type FrameEvents = {
  /** Called with the part that has the focus; null if none has it. */
  readonly onplace: (shown: Shown | null, isEditing: boolean) => void
  /** Called when the user requests the details of an image or a link. */
  readonly onopen: (shown: Shown) => void
  /** Called when Escape is pressed while no run is being edited: the focus returns to the page. */
  readonly onleave: () => void
  /** Called with the number of editable parts, or null if the message is too large to show. */
  readonly onshown: (places: number | null) => void
  readonly onerror: (thrown: unknown) => void
  /** Called with pasted or dropped files, and the target for images. */
  readonly onfiles: (files: File[], target: ImageTarget | null) => void
}

/** Returns a function that adds a listener to a document and returns a function to remove it. */
export function listenTo(document: Document) {
  return <Name extends keyof DocumentEventMap>(
    name: Name,
    listener: (event: DocumentEventMap[Name]) => void,
  ): (() => void) => {
    document.addEventListener(name, listener)
    return () => document.removeEventListener(name, listener)
  }
}

export function prevent(event: Event): void {
  event.preventDefault()
}

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

/** The actions of keys while no run is being edited. */
export type ActsBetween = {
  readonly leave: () => void
  /** Moves the focus by a number of parts. */
  readonly move: (step: number) => void
  readonly open: (part: EventTarget | null) => void
}

/** Handles a key pressed while no run is being edited. */
export function keyBetween(event: KeyboardEvent, { leave, move, open }: ActsBetween, done: () => void): void {
  const step = stepOf(event)
  if (event.key === 'Escape') {
    done()
    leave()
  } else if (step !== 0) {
    done()
    move(step)
  } else if (event.key === 'Enter' || event.key === 'F2') {
    done()
    open(event.target)
  }
}

/** Returns the number of parts that an arrow key moves by; 0 for any other key. */
function stepOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): number {
  if (ctrlKey || metaKey || altKey) return 0
  return { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key] ?? 0
}
