import type { Page } from '@playwright/test'
import { spawnBrowserHost, type SpawnedHost } from '#test/support/browser-host.ts'
import { createDataFolder } from '#test/support/data-folder.ts'

export type RestartableHost = {
  readonly first: SpawnedHost
  readonly port: number
  /** Starts another host on the port of the first, which has stopped: with the same data, or with a new folder. */
  startSecond(data?: 'same' | 'fresh'): Promise<SpawnedHost>
}

/** A host in a separate process, which the test stops and restarts while the page stays open. */
export async function withRestartableHost(
  page: Page,
  work: (host: RestartableHost) => Promise<void>,
  flags: readonly string[] = [],
): Promise<void> {
  const folders = [await createDataFolder()]
  const memory = ['--secrets', 'memory']
  const first = await spawnBrowserHost({ dataFolder: folders[0]!.path, flags: [...memory, ...flags] })
  const { port } = new URL(first.link)
  let second: SpawnedHost | undefined
  await work({
    first,
    port: Number(port),
    async startSecond(data = 'same') {
      if (data === 'fresh') folders.push(await createDataFolder())
      second = await spawnBrowserHost({ dataFolder: folders.at(-1)!.path, flags: [...memory, '--port', port] })
      return second
    },
  })
  await page.goto('about:blank')
  await second?.stop()
  for (const folder of folders) await folder.remove()
}
