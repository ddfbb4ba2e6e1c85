import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { spawnBrowserHost } from '#test/support/browser-host.ts'
import { withDataFolder } from '#test/support/data-folder.ts'
import { HttpClient } from '#test/support/http-client.ts'
import { aSend } from './support/service-client.ts'
import { openSandbox } from './support/open-sandbox.ts'

/** The names of all files below the folder, and the permissions of those that other users may read. */
async function files(folder: string): Promise<{ names: string[]; open: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const seen = await Promise.all(paths.map(async (path) => ({ path, mode: await rightsOf(path) })))
  const open = seen.filter(({ mode }) => (mode & 0o077) !== 0)
  return {
    names: paths.map((path) => path.slice(folder.length + 1)),
    open: open.map(({ path, mode }) => `${path} ${mode.toString(8)}`),
  }
}

/** Returns no permissions for a file that has been removed since it was listed, such as a database journal. */
async function rightsOf(path: string): Promise<number> {
  try {
    return (await stat(path)).mode & 0o777
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown
    return 0
  }
}

test.skipIf(process.platform === 'win32')(
  'only the user can read what the sandbox writes, even in a folder that others can read',
  async () => {
    await withDataFolder(async (data) => {
      await chmod(data, 0o755)
      // A file from an earlier version, which relied on the folder’s permissions.
      await writeFile(join(data, 'sandbox.sqlite'), '', { mode: 0o644 })
      const { sandbox, client } = await openSandbox({ data })
      await client.post('/messages/send', aSend('a@x.org'))
      await sandbox.settle()
      const { names, open } = await files(data)
      expect(names.sort()).toEqual([
        'admin.json',
        expect.stringMatching(/^outbox.[\da-f]{24}\.eml$/) as string,
        'sandbox.sqlite',
        'sandbox.sqlite-wal',
      ])
      expect(open).toEqual([])
    })
  },
)

test.skipIf(process.platform === 'win32')(
  'only the user can read what the app writes, even in a folder that others can read',
  async () => {
    await withDataFolder(async (parent) => {
      const data = join(parent, 'data')
      await mkdir(data, { mode: 0o755 })
      const host = await spawnBrowserHost({ dataFolder: data, flags: ['--secrets', 'memory', '--sandbox', 'demo'] })
      const client = await HttpClient.signIn(host.link)
      await client.invoke('settings.change', { theme: 'dark' })
      await expect
        .poll(async () => (await files(data)).names.some((name) => name.endsWith('archive.sqlite')))
        .toBe(true)
      const { names, open } = await files(data)
      expect(names).toContain(join('sandbox', 'sandbox.sqlite'))
      expect(open).toEqual([])
      expect(await host.stop()).toBe(0)
      expect((await files(data)).open).toEqual([])
    })
  },
)
