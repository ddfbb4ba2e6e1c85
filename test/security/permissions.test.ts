import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Job } from '#shared/contract/jobs.ts'
import { spawnBrowserHost } from '#test/support/browser-host.ts'
import { withDataFolder } from '#test/support/data-folder.ts'
import { eventually } from '#test/support/eventually.ts'
import { HttpClient } from '#test/support/http-client.ts'

// On Windows, the permissions of a new file come from its folder.
test.skipIf(process.platform === 'win32')(
  'in a folder that everybody may read, nobody else can read Mailroom’s files',
  () =>
    withDataFolder(async (dataFolder) => {
      await chmod(dataFolder, 0o755)
      const host = await spawnBrowserHost({ dataFolder, flags: ['--secrets', 'memory', '--sandbox', 'demo'] })
      const client = await HttpClient.signIn(host.link)
      const { currentId: accountId } = (await client.invoke('accounts.list', undefined)) as { currentId: string }
      await client.invoke('archive.backUp', { accountId })
      await client.invoke('logs.bundle', undefined)
      await client.signedIn({ method: 'PUT', path: '/files?name=a.csv', body: 'a' })
      await eventually(async () => {
        const jobs = (await client.invoke('jobs.list', undefined)) as Job[]
        expect(jobs.find(({ kind }) => kind === 'archive')).toMatchObject({ state: 'done' })
      })
      const open: string[] = []
      const names = await readdir(dataFolder)
      for (const name of names) {
        const mode = await modeOf(join(dataFolder, name))
        if ((mode & 0o077) !== 0) open.push(`${name} ${(mode & 0o777).toString(8)}`)
      }
      expect(await host.stop()).toBe(0)
      expect(names).toEqual(expect.arrayContaining(['accounts.json', 'exports', 'logs', 'sandbox', 'uploads']))
      expect(open).toEqual([])
    }),
)

/** Returns no permissions for a missing file: it may have been a temporary one that was renamed since. */
async function modeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).mode
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw thrown
  }
}
