// `node scripts/try-packaged.mjs` tries the program in dist that `npm run package` has just made for this system: its
// parts with mailroom doctor, then its window. With --appimage, it opens the window of the AppImage. If something
// does not work, it prints the reason and exits with 1.
import { join } from 'node:path'
import { appImageIn, placesIn, tryProgram } from './support/packaged/try-program.mjs'
import { root, say } from './support/process.mjs'

const dist = join(root, 'dist')
const problem = await tryProgram(process.argv.includes('--appimage') ? appImageIn(dist) : placesIn(dist), say)
if (problem !== null) say(problem)
process.exit(problem === null ? 0 : 1)
