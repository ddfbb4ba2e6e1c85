// `node scripts/try-packaged.mjs` tries the program that `npm run package` has just made for this system, in dist: each of its
// parts by mailroom doctor, then its window. It ends with 1, and the reason, where something does not work.
import { join } from 'node:path'
import { placesIn, tryProgram } from './support/packaged/try-program.mjs'
import { root, say } from './support/process.mjs'

const problem = await tryProgram(placesIn(join(root, 'dist')), say)
if (problem !== null) say(problem)
process.exit(problem === null ? 0 : 1)
