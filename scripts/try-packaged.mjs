// `node scripts/try-packaged.mjs` tries the program that `npm run package` has just made for this system, in dist: each of its
// parts by mailroom doctor, then its window; with --appimage, the window of the AppImage there, as a person starts it. It ends with
// 1, and the reason, where something does not work.
import { join } from 'node:path'
import { appImageIn, placesIn, tryProgram } from './support/packaged/try-program.mjs'
import { root, say } from './support/process.mjs'

const dist = join(root, 'dist')
const problem = await tryProgram(process.argv.includes('--appimage') ? appImageIn(dist) : placesIn(dist), say)
if (problem !== null) say(problem)
process.exit(problem === null ? 0 : 1)
