import { openWorker } from '../../../../lib/workers/open-worker.ts'
import { TaskWorker } from '../../../../lib/workers/task-worker.ts'
import type { Edit, Editable, Markup, MarkupTooLarge } from '../../../markup/index.ts'
import code from './worker.ts?worker&url'

/** The worker’s tasks: everything that could take longer than a frame. */
export type MarkupTasks = {
  readonly parse: (html: string) => Markup | MarkupTooLarge
  /** Also returns the parts that can be edited in place. */
  readonly editables: (html: string) => MarkupWithEditables | MarkupTooLarge
  readonly format: (html: string) => readonly Edit[] | null
  readonly breakLines: (html: string) => readonly Edit[] | null
  readonly text: (html: string) => string
}

export type MarkupWithEditables = Markup & { readonly editables: readonly Editable[] }

/** Parses HTML off the page’s thread. */
export class MarkupWorker extends TaskWorker<MarkupTasks> {
  constructor() {
    super(() => openWorker(code), {
      failed: 'The HTML couldn’t be read. Nothing was changed. Edit the message as code.',
      tooSlow: 'Reading the HTML took too long. Nothing was changed. Edit the message as code.',
    })
  }
}
