import { createServer } from 'vite'
import config from '../../electron.vite.config.ts'
import { say } from './process.mjs'

const { renderer } = await config({ mode: 'preview', command: 'serve' })
const vite = await createServer({ ...renderer, configFile: false, server: { host: '127.0.0.1', port: 0 } })
await vite.listen()
say(`The components: ${new URL('preview.html', vite.resolvedUrls.local[0]).href}`)
