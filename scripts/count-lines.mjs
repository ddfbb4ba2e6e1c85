// `npm run lines` prints how many lines of code each room has, and `npm run lines -- COMMIT` does so for a commit.
// Tests, data, comments and empty lines are not counted.
import { say } from './support/process.mjs'
import { linesByRoom, sourcesHere, sourcesOf, table } from './support/source-lines.mjs'

const commit = process.argv[2]
try {
  process.stdout.write(table(linesByRoom(commit === undefined ? sourcesHere() : sourcesOf(commit))))
} catch (error) {
  say(error.message)
  process.exitCode = 1
}
