// `npm run lines` prints the lines of code of each room, `npm run lines -- COMMIT` those of a commit. Tests, data, comments and
// empty lines are not counted.
import { say } from './support/process.mjs'
import { linesByRoom, sourcesHere, sourcesOf, table } from './support/source-lines.mjs'

const commit = process.argv[2]
try {
  process.stdout.write(table(linesByRoom(commit === undefined ? sourcesHere() : sourcesOf(commit))))
} catch (error) {
  say(error.message)
  process.exitCode = 1
}
