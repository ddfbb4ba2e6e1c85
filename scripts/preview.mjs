// `npm run preview` shows every component in every state, on a page without the app.
import { join } from 'node:path'
import { ensureInstalled } from './support/install.mjs'
import { become, node24, root } from './support/process.mjs'

await ensureInstalled()
process.exit(await become(node24(), [join(root, 'scripts', 'support', 'preview-page.mjs')]))
