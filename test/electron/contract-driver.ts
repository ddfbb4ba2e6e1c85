import { expect } from 'vitest'
import type { Job } from '#shared/contract/jobs.ts'
import type { Driver } from '#test/contract/drivers/driver.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { eventually } from '#test/support/eventually.ts'
import { bootMain } from './boot.ts'

const isRunning = ({ state }: Job): boolean => state === 'running'

/** Runs the contract suite through the built Electron host: page, preload, bridge, sender check, core. */
export async function openElectronDriver(): Promise<Driver> {
  const folder = await createDataFolder()
  const main = await bootMain({ dataFolder: folder.path, flags: ['--secrets', 'memory'], dismissesDialogs: true })
  return {
    name: 'Electron host',
    invoke: main.invoke as Driver['invoke'],
    subscribe: (listener) => Promise.resolve(main.subscribe(listener)),
    async close() {
      // Quitting with running jobs asks for confirmation, which is dismissed here, so a job of the last command would
      // keep the app open.
      await eventually(async () => expect((await main.invoke('jobs.list', undefined)).filter(isRunning)).toEqual([]))
      await main.close()
      await folder.remove()
    },
  }
}
