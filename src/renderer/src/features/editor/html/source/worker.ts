import { serveTasks } from '../../../../lib/workers/serve-tasks.ts'
import { breakLongLines, editablesOf, formatEdits, parseMarkup } from '../../../markup/index.ts'
import type { MarkupTasks } from './markup-worker.ts'
import { textOfHtml } from '../text/text-of-html.ts'

const tasks: MarkupTasks = {
  parse: parseMarkup,
  editables: (html) => {
    const markup = parseMarkup(html)
    return markup.isTooLarge ? markup : { ...markup, editables: editablesOf(html, markup.root) }
  },
  text: textOfHtml,
  /** Returns null for documents that are too large to parse. */
  format: (html) => {
    const markup = parseMarkup(html)
    return markup.isTooLarge ? null : formatEdits(html, markup.root)
  },
  breakLines: (html) => {
    const markup = parseMarkup(html)
    return markup.isTooLarge ? null : breakLongLines(html, markup.root)
  },
}

serveTasks(tasks)
