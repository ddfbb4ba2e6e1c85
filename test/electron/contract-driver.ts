import { expect } from 'vitest'
import type { Job } from '#shared/contract/jobs.ts'
import type { Driver } from '#test/contract/drivers/driver.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { eventually } from '#test/support/eventually.ts'
import { bootMain } from './boot.ts'

const isRunning = ({ state }: Job): boolean => state === 'running'

/** The contract suite's way through the built Electron host: page, preload, bridge, sender check, core. */
export async function openElectronDriver(): Promise<Driver> {
  const folder = await createDataFolder()
  const main = await bootMain({ dataFolder: folder.path, flags: ['--secrets', 'memory'], dismissesDialogs: true })
  return {
    name: 'Electron host',
    invoke: main.invoke as Driver['invoke'],
    subscribe: (listener) => Promise.resolve(main.subscribe(listener)),
    async close() {
      // A quit asks about running jobs, and a person who dismisses the question stays: a job of the last command would keep the app.
      await eventually(async () => expect((await main.invoke('jobs.list', undefined)).filter(isRunning)).toEqual([]))
      await main.close()
      await folder.remove()
    },
  }
}
