import { openWorker } from '../../../lib/workers/open-worker.ts'
import { TaskWorker } from '../../../lib/workers/task-worker.ts'
import type { MailDifference } from './compare-mails.ts'
import type { SourceDifference, SourceLines } from './compare-sources.ts'
import type { WordPiece } from './compare-texts.ts'
import code from './worker.ts?worker&url'

type Pair = { readonly before: string; readonly after: string }

/** Tasks that could take longer than a frame. */
export type DifferenceTasks = {
  readonly text: (input: Pair) => SourceDifference
  readonly html: (input: Pair & { readonly lines: SourceLines }) => SourceDifference
  readonly words: (input: Pair) => readonly WordPiece[]
  readonly mails: (input: Pair & { readonly secret: string }) => MailDifference
}

/** Compares two versions off the page’s thread. */
export class DifferenceWorker extends TaskWorker<DifferenceTasks> {
  constructor() {
    super(() => openWorker(code), {
      failed: 'The versions couldn’t be compared. Go back to the versions and compare them again.',
      tooSlow: 'Comparing the versions took too long. Compare another part of them, such as the text part.',
    })
  }
}
