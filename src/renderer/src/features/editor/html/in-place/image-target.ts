import type { DraftPart } from '#shared/contract/base/draft.ts'
import type { HtmlSource } from '../source/html-source.svelte.ts'
import { imageMarkup } from '../source/image-markup.ts'
import { caretOutside } from '../source/placeholders.ts'
import type { Shown } from './mail-tree.ts'
import { replacementEdits } from './editable-edits.ts'
import { editableNow } from './editable-now.ts'
import { type Editable, type EditableImage, sourceRange } from '../../../markup/index.ts'
import { letterAt, lettersOf } from './run-letters.ts'
import type { RunEditing } from './run-editing.ts'
import type { ShownMail } from './shown-mail.ts'

/** The target for images: a position in the source at a given time, or the image that they replace. */
export type ImageTarget = { readonly time: number } & ({ readonly at: number } | { readonly image: EditableImage })

type Needs = { readonly source: HtmlSource; readonly mail: ShownMail }

/**
 * Returns the target that the focus implies. A focused image is replaced. In a focused text, images are inserted at its
 * end, or at the caret while it is being edited.
 */
export function targetFor(source: HtmlSource, editable: Editable, editing: RunEditing | null): ImageTarget {
  if (editable.kind === 'image') return { time: source.moves.time, image: editable }
  return targetBeside(source, editable, editing ? editing.selected().to : 'after')
}

/** Returns a position next to a part of the message or, if `side` is a number, inside a run. */
function targetBeside(source: HtmlSource, editable: Editable, side: number | 'before' | 'after'): ImageTarget {
  const { time } = source.moves
  if (typeof side !== 'number') return { time, at: side === 'before' ? editable.from : editable.to }
  return { time, at: editable.from + sourceRange(source.text.slice(editable.from, editable.to), side, side).from }
}

/**
 * Returns the target of a drop: the image or text under the pointer, or else a position next to the nearest part.
 * Returns null if the message has no editable part.
 */
export function targetAt(needs: Needs, event: DragEvent): ImageTarget | null {
  const { mail, source } = needs
  const under = mail.around(event.target)
  const editableUnder = under && mail.editable(under)
  if (editableUnder?.kind === 'image') return { time: source.moves.time, image: editableUnder }
  const { clientX: x, clientY: y } = event
  const caret = (event.target as Node).ownerDocument?.caretPositionFromPoint(x, y)
  const run = caret && mail.around(caret.offsetNode)
  const editable = run && mail.editable(run)
  if (run && caret && editable?.kind === 'text') {
    const letter = letterAt(run.element, caret.offsetNode, caret.offset)
    return targetBeside(source, editable, caretOutside(lettersOf(run.element), letter, 0))
  }
  const nearest = nearestTo(mail.all, x, y)
  if (!nearest) return null
  const { top, bottom, left, right } = nearest.element.getBoundingClientRect()
  const isBefore = y < top || (y <= bottom && x < (left + right) / 2)
  return targetBeside(source, mail.editable(nearest), isBefore ? 'before' : 'after')
}

function nearestTo(all: readonly Shown[], x: number, y: number): Shown | undefined {
  let nearest: Shown | undefined
  let least = Infinity
  for (const shown of all) {
    const { top, bottom, left, right } = shown.element.getBoundingClientRect()
    const distance = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))
    if (distance < least) [nearest, least] = [shown, distance]
  }
  return nearest
}

/** Inserts images into the source. Returns their position; null if there are no images. */
export function putImages(source: HtmlSource, target: ImageTarget, parts: readonly DraftPart[]): number | null {
  const { moves, text } = source
  const [first, ...others] = parts
  if (!first) return null
  const markup = (images: readonly DraftPart[]) => images.map((image) => imageMarkup(image, text)).join('')
  if ('at' in target) {
    const at = moves.now(target.at, target.time, 'after')
    source.edit([{ from: at, to: at, insert: markup(parts) }], 'action')
    return at
  }
  const image = editableNow(target.image, moves, target.time)
  const beside = others.length > 0 ? [{ from: image.to, to: image.to, insert: markup(others) }] : []
  source.edit([...replacementEdits(text, image, first), ...beside], 'action')
  return image.from
}
