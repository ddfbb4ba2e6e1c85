import type { Mark, Node } from 'prosemirror-model'
import { NodeSelection, type Command, type EditorState } from 'prosemirror-state'
import type { DraftPart } from '#shared/contract/base/draft.ts'
import { altOf, widestImage } from '../source/image-markup.ts'
import { noDetails, type Details } from '../panels/details.ts'
import { markType, nodeType } from './input.ts'
import { hexColor } from './schema.ts'

type Range = { readonly from: number; readonly to: number }

/**
 * Returns the range of the selected text or, if nothing is selected, of the entire link around the caret. `mark` is the
 * link’s mark, if there is a link.
 */
function linkRange(state: EditorState): { range: Range; mark: Mark | null } {
  const { from, to, $from, empty } = state.selection
  const type = markType('link')
  const mark = type.isInSet($from.marks()) ?? (empty ? null : type.isInSet($from.nodeAfter?.marks ?? [])) ?? null
  if (!mark || !empty) return { range: { from, to }, mark }
  const { parent } = $from
  const start = $from.start()
  let range: Range = { from, to }
  parent.forEach((child, offset) => {
    if (!mark.isInSet(child.marks)) return
    const at = { from: start + offset, to: start + offset + child.nodeSize }
    if (at.to >= range.from && at.from <= range.to)
      range = { from: Math.min(range.from, at.from), to: Math.max(range.to, at.to) }
  })
  return { range, mark }
}

/**
 * Returns the details that apply to the selection: those of an image, a button or a link. The label is empty rather
 * than null if the link has no text yet.
 */
export function detailsOfSelection(state: EditorState): Details {
  const { selection } = state
  const node = selection instanceof NodeSelection ? selection.node : null
  if (node?.type.name === 'image') {
    const link = markType('link').isInSet(node.marks)
    return {
      ...noDetails,
      kind: 'image',
      src: String(node.attrs['src']),
      alt: String(node.attrs['alt'] ?? ''),
      width: String(node.attrs['width'] ?? ''),
      href: link ? String(link.attrs['href']) : '',
    }
  }
  if (node?.type.name === 'button') {
    const { label, href, color } = node.attrs as { label: string; href: string; color: string }
    return { ...noDetails, kind: 'button', label, href, color: hexColor(color) }
  }
  const { range, mark } = linkRange(state)
  return {
    ...noDetails,
    kind: 'link',
    href: mark ? String(mark.attrs['href']) : '',
    label: range.from === range.to ? '' : null,
  }
}

export function applyDetails(details: Details): Command {
  return (state, dispatch) => {
    const { selection, tr } = state
    const node = selection instanceof NodeSelection ? selection.node : null
    if (details.kind === 'link') {
      const { range, mark } = linkRange(state)
      const href = (details.href ?? '').trim()
      const next = markType('link').create({ ...mark?.attrs, href })
      if (range.from === range.to) {
        const text = details.label?.trim() || href
        if (text !== '') tr.replaceSelectionWith(state.schema.text(text, [next]), false)
      } else {
        tr.removeMark(range.from, range.to, markType('link'))
        if (href !== '') tr.addMark(range.from, range.to, next)
      }
    } else if (node?.type.name === details.kind) tr.replaceSelectionWith(changedNode(node, details), false)
    else if (details.kind === 'image') {
      tr.replaceSelectionWith(changedNode(nodeType('image').create({ src: '' }), details), false)
    } else tr.replaceSelectionWith(nodeType('button').create(buttonAttrs(details)))
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

function buttonAttrs({ label, href, color }: Details) {
  return { label: label?.trim() || 'Button', href: (href ?? '').trim(), color: hexColor(color) }
}

function changedNode(node: Node, details: Details): Node {
  if (node.type.name === 'button') return nodeType('button').create(buttonAttrs(details))
  const others = node.marks.filter(({ type }) => type !== markType('link'))
  const old = markType('link').isInSet(node.marks)
  const href = (details.href ?? '').trim()
  const marks =
    href === ''
      ? others
      : markType('link')
          .create({ ...old?.attrs, href })
          .addToSet(others)
  const width = details.width.trim() === '' ? null : details.width.trim()
  return node.type.create({ ...node.attrs, src: details.src ?? '', alt: details.alt, width }, null, marks)
}

export const removeLink: Command = (state, dispatch) => {
  const { range } = linkRange(state)
  dispatch?.(state.tr.removeMark(range.from, range.to, markType('link')))
  return true
}

export function insertImages(parts: readonly DraftPart[]): Command {
  return (state, dispatch) => {
    const nodes = parts.map(({ contentId, name, width }) =>
      nodeType('image').create({
        src: `cid:${contentId}`,
        alt: altOf(name),
        width: width === null ? null : String(Math.min(width, widestImage)),
      }),
    )
    const { tr } = state
    for (const node of nodes) tr.replaceSelectionWith(node, false)
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

export function insertVariable(text: string): Command {
  return (state, dispatch) => {
    const marks = state.storedMarks ?? state.selection.$from.marks()
    dispatch?.(
      state.tr.replaceSelectionWith(nodeType('variable').create({ text }, null, marks), false).scrollIntoView(),
    )
    return true
  }
}

export function selectedNode({ selection }: EditorState): Node | null {
  return selection instanceof NodeSelection ? selection.node : null
}
