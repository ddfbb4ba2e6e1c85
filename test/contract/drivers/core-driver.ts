import { dispatch } from '#core/dispatch.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { startTestApp } from '#test/support/test-ports.ts'
import type { Driver } from './driver.ts'

export async function openCoreDriver(): Promise<Driver> {
  const folder = await createDataFolder()
  const app = await startTestApp(folder.path)
  return {
    name: 'core',
    invoke: (name, input) => dispatch(app, name, input, { signal: new AbortController().signal }),
    subscribe: (listener) => Promise.resolve(app.subscribe(listener)),
    async close() {
      await app.close()
      await folder.remove()
    },
  }
}
