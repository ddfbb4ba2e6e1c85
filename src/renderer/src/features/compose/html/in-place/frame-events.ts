import type { ImageTarget } from './image-target.ts'
import type { Shown } from './mail-tree.ts'

/** What a mail in a frame reports to the page. */
export type FrameEvents = {
  /** The place that has the focus; null if none has. */
  readonly onplace: (shown: Shown | null, isEditing: boolean) => void
  /** The details of an image or a link are asked for. */
  readonly onopen: (shown: Shown) => void
  /** Escape outside of a run: the focus goes back to the page. */
  readonly onleave: () => void
  /** The number of places, or null for a mail that is too large to be shown. */
  readonly onshown: (places: number | null) => void
  readonly onerror: (thrown: unknown) => void
  /** Files that were pasted or dropped, and where images go. */
  readonly onfiles: (files: File[], target: ImageTarget | null) => void
}
