import { placesOf } from './places.ts'
import { breakLongLines, formatEdits } from './layout-edits.ts'
import { parseMarkup } from './parse-markup.ts'
import type { TaskReply, TaskRequest, Tasks } from './tasks.ts'
import { textOfHtml } from './text-of-html.ts'

const tasks: { [Name in keyof Tasks]: (html: string) => Tasks[Name] } = {
  parse: parseMarkup,
  places: (html) => {
    const markup = parseMarkup(html)
    return markup.isTooLarge ? markup : { ...markup, places: placesOf(html, markup.root) }
  },
  text: textOfHtml,
  /** Null for documents that are too large to be read. */
  format: (html) => {
    const markup = parseMarkup(html)
    return markup.isTooLarge ? null : formatEdits(html, markup.root)
  },
  breakLines: (html) => {
    const markup = parseMarkup(html)
    return markup.isTooLarge ? null : breakLongLines(html, markup.root)
  },
}

function replyTo({ id, task, html }: TaskRequest): TaskReply {
  try {
    return { id, output: tasks[task](html) }
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) }
  }
}

self.addEventListener('message', (event: MessageEvent<TaskRequest>) => self.postMessage(replyTo(event.data)))
