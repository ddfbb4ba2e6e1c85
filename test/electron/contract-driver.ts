import type { Driver } from '#test/contract/driver.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { bootMain } from './boot.ts'

/** The contract suite's way through the built Electron host: page, preload, bridge, sender check, core. */
export async function openElectronDriver(): Promise<Driver> {
  const folder = await createDataFolder()
  const main = await bootMain({ dataFolder: folder.path, flags: ['--secrets', 'memory'], dismissesDialogs: true })
  return {
    name: 'Electron host',
    invoke: main.invoke as Driver['invoke'],
    subscribe: (listener) => Promise.resolve(main.subscribe(listener)),
    async close() {
      await main.close()
      await folder.remove()
    },
  }
}
