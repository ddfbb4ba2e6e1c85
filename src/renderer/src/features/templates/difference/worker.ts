import { serveTasks } from '../../../lib/workers/serve-tasks.ts'
import { compareMails } from './compare-mails.ts'
import { compareSources } from './compare-sources.ts'
import { compareTexts, wordPieces } from './compare-texts.ts'
import type { DifferenceTasks } from './difference-worker.ts'

const tasks: DifferenceTasks = {
  text: ({ before, after }) => ({ before, after, ...compareTexts(before, after) }),
  html: ({ before, after, lines }) => compareSources(before, after, lines),
  words: ({ before, after }) => wordPieces(before, after),
  mails: ({ before, after, secret }) => compareMails(before, after, secret),
}

serveTasks(tasks)
