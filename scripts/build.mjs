// `npm run build` builds the main bundle, the preload script and the page into out/, even if they are current.
import { ensureBuilt } from './support/build.mjs'
import { ensureInstalled } from './support/install.mjs'

await ensureInstalled()
process.exit((await ensureBuilt({ force: true })) ? 0 : 1)
