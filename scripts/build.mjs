// `npm run build`: main, preload and page into out/, whether or not they are there.
import { ensureBuilt } from './support/build.mjs'
import { ensureInstalled } from './support/install.mjs'

await ensureInstalled()
process.exit((await ensureBuilt({ force: true })) ? 0 : 1)
