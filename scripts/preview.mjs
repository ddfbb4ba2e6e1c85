// `npm run preview`: every component in every state, on a page of its own without an app behind it.
import { join } from 'node:path'
import { ensureInstalled } from './support/install.mjs'
import { node24, root, run } from './support/process.mjs'

await ensureInstalled()
process.on('SIGINT', () => undefined)
const { code } = await run(node24(), [join(root, 'scripts', 'support', 'preview-page.mjs')], { stdio: 'inherit' })
process.exit(code ?? 1)
