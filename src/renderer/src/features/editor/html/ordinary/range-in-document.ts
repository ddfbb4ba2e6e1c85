import type { Node } from 'prosemirror-model'
import { NodeSelection, TextSelection, type Selection } from 'prosemirror-state'
import { attributeOf, type Editable, isShownBy, textOfRun } from '../../../markup/index.ts'
import type { Range } from '../source/placeholders.ts'

/** A block of the document, and the range of the source it represents. */
export type PlacedBlock = { readonly node: Node; readonly at: number; readonly from: number; readonly to: number }

type Wanted = { readonly html: string; readonly editables: readonly Editable[]; readonly range: Range }

/**
 * Returns the editor’s selection for a range of the source; null for markup. Positions follow the browser’s parsing of
 * the source, and nodes follow the editor’s, so a selection is valid only if it contains the text of that range.
 */
export function selectionAt(doc: Node, block: PlacedBlock, { html, editables, range }: Wanted): Selection | null {
  const inBlock = editables.filter(({ from, to }) => from >= block.from && to <= block.to)
  const editable = inBlock.find((each) => isShownBy(each, range))
  if (!editable) return null
  if (block.node.type.name === 'button') return NodeSelection.create(doc, block.at)
  if (editable.kind === 'image') return imageAt(doc, block, editable)
  const isInside = range.from >= editable.from && range.to <= editable.to
  const { from, to } = isInside ? range : editable
  const texts = inBlock.filter((each) => each.kind === 'text' && each.from < editable.from)
  const before = [...texts.map((each) => html.slice(each.from, each.to)), html.slice(editable.from, from)]
  const lettersBefore = before.reduce((sum, written) => sum + lettersOf(written).length, 0)
  return textAt(doc, block, lettersBefore, lettersOf(html.slice(from, to)))
}

function imageAt(doc: Node, { node, at }: PlacedBlock, editable: Editable & { kind: 'image' }): Selection | null {
  const source = attributeOf(editable.node, 'src') ?? ''
  const found: number[] = []
  const add = (child: Node, position: number) => {
    if (child.type.name === 'image' && child.attrs['src'] === source) found.push(position)
  }
  add(node, at)
  node.descendants((child, position) => add(child, at + 1 + position))
  return found.length === 1 ? NodeSelection.create(doc, found[0]!) : null
}

function textAt(doc: Node, { node, at }: PlacedBlock, before: number, wanted: string): Selection | null {
  if (wanted === '') return null
  let letters = ''
  const positions: number[] = []
  node.descendants((child, position) => {
    const isVariable = child.type.name === 'variable'
    const text = isVariable ? String(child.attrs['text']) : (child.text ?? '')
    for (let index = 0; index < text.length; index++)
      if (/\S/.test(text[index]!)) {
        letters += text[index]
        positions.push(at + 1 + position + (isVariable ? 0 : index))
      }
  })
  if (letters.slice(before, before + wanted.length) !== wanted) return null
  return TextSelection.create(doc, positions[before]!, positions[before + wanted.length - 1]! + 1)
}

/** Returns the text without spaces, because the editor reads spaces as they are displayed. */
function lettersOf(source: string): string {
  return (textOfRun(source) ?? '').replace(/\s/g, '')
}
