import { applyEdits } from '../../../src/renderer/src/features/markup/edits.ts'
import { editablesOf, textOfLines } from '../../../src/renderer/src/features/markup/editables.ts'
import { parseMarkup } from '../../../src/renderer/src/features/markup/parse-markup.ts'
import { runEdit } from '../../../src/renderer/src/features/markup/run-text.ts'
import { realMails } from '#test/support/mails/real-mails.ts'
import { figure, type Print } from '../support/figure.ts'

/** Edits every run of text in every mail once, and counts the changed bytes outside the run. */
export function benchSplices(print: Print): void {
  let changed = 0
  let edits = 0
  for (const { html } of realMails.flatMap(({ html }) => [{ html }, { html: html.replaceAll('\n', '\r\n') }])) {
    const markup = parseMarkup(html)
    if (markup.isTooLarge) continue
    for (const editable of editablesOf(html, markup.root)) {
      if (editable.kind !== 'text') continue
      const edit = runEdit(html.slice(editable.from, editable.to), `${textOfLines(editable.nodes)} & <more>`, '<br>')
      if (!edit) continue
      const next = applyEdits(html, [
        { from: edit.from + editable.from, to: edit.to + editable.from, insert: edit.insert },
      ])
      changed += differing(html.slice(0, editable.from), next.slice(0, editable.from))
      changed += differing(html.slice(editable.to), next.slice(next.length - (html.length - editable.to)))
      edits++
    }
  }
  const given = { ours: changed, peer: 1, unit: 'bytes', n: edits, peerName: 'none may change' }
  print(figure({ bench: 'compose.splice-bytes-changed-outside', ...given }))
}

function differing(before: string, after: string): number {
  const [one, other] = [Buffer.from(before), Buffer.from(after)]
  let count = Math.abs(one.length - other.length)
  for (let at = 0; at < Math.min(one.length, other.length); at++) if (one[at] !== other[at]) count++
  return count
}
