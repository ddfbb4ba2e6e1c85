import { startTestHost } from '#test/support/browser-host.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import type { Driver } from './driver.ts'

export async function openBrowserDriver(): Promise<Driver> {
  const folder = await createDataFolder()
  const host = await startTestHost({ dataFolder: folder.path })
  return {
    name: 'browser host',
    invoke: (name, input) => host.client.invoke(name, input),
    subscribe: (listener) => host.client.subscribe(listener),
    async close() {
      await host.close()
      await folder.remove()
    },
  }
}
