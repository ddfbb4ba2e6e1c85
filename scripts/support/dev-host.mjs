// The browser host with Vite serving the page. It needs Node 24, because it imports the app's TypeScript.
import { join } from 'node:path'
import { createServer } from 'vite'
import config from '../../electron.vite.config.ts'
import { createMemorySecretStore } from '../../src/core/keychain/index.ts'
import { openPage } from '../../src/server/launch/launch.ts'
import { startBrowserHost } from '../../src/server/start-browser-host.ts'
import { root, say } from './process.mjs'

// This leaves the user's own data alone.
const dataFolder = join(root, '.cache', 'dev-data')

const host = await startBrowserHost({ dataFolder, secrets: createMemorySecretStore(), page: development })
say(`Mailroom for development, with its data in .cache/dev-data: ${host.newLink()}`)
if (!process.argv.includes('--no-open')) await openPage(() => Promise.resolve(host.newLinkFile().url), dataFolder)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => host.close().then(() => process.exit(0)))

async function development(server) {
  const { renderer } = await config({ mode: 'development', command: 'serve' })
  const vite = await createServer({
    ...renderer,
    configFile: false,
    server: {
      middlewareMode: true,
      hmr: { server },
      // These files are served without a session, so the list is limited: the project’s folder also contains the data
      // of this run.
      fs: { allow: ['src', 'resources', 'node_modules'].map((folder) => join(root, folder)) },
    },
  })
  server.once('close', () => vite.close())
  return {
    serve: (urlPath, request, response) =>
      new Promise((resolve, reject) => {
        response.once('close', resolve)
        vite.middlewares(request, response, (error) => {
          if (error) return reject(error)
          response.statusCode = 404
          response.end()
        })
      }),
  }
}
