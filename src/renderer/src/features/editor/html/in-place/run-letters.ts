import { lineBreak } from '../../../markup/index.ts'

/** Set on a `br` that only gives a run’s empty last line its height while the caret is in that line. */
export const fillerMark = 'data-mailroom-filler'

/** Returns the visible text of a run, with one character for each line break. */
export function lettersOf(holder: Node): string {
  let text = ''
  for (const node of holder.childNodes) {
    if (node.nodeName === 'BR') text += (node as Element).hasAttribute(fillerMark) ? '' : lineBreak
    else text += node.textContent ?? ''
  }
  return text
}

/** Returns the number of characters in the run before a DOM point. */
export function letterAt(run: HTMLElement, node: Node, offset: number): number {
  const range = run.ownerDocument.createRange()
  range.selectNodeContents(run)
  range.setEnd(node, offset)
  return lettersOf(range.cloneContents()).length
}

/** Returns the DOM point before a character of the run. */
export function pointBefore(run: HTMLElement, letter: number): [node: Node, offset: number] {
  let left = letter
  for (const [index, node] of [...run.childNodes].entries()) {
    if (node.nodeName === 'BR') {
      if (left === 0) return [run, index]
      left--
    } else {
      const { length } = node.textContent ?? ''
      if (left <= length) return [node, left]
      left -= length
    }
  }
  return [run, run.childNodes.length]
}

/** Returns the text nodes and line breaks that show a run’s text. */
export function nodesOf(text: string, document: Document): DocumentFragment {
  const fragment = document.createDocumentFragment()
  for (const [index, line] of text.split(lineBreak).entries()) {
    if (index > 0) fragment.append(document.createElement('br'))
    if (line !== '') fragment.append(line)
  }
  return fragment
}
