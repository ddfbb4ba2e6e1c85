import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Account } from '#shared/contract/accounts.ts'
import { newProfile } from '#test/contract/example-accounts.ts'
import { spawnBrowserHost } from '#test/support/browser-host.ts'
import { withDataFolder } from '#test/support/data-folder.ts'
import { HttpClient } from '#test/support/http-client.ts'

const canary = 'canary-7fK2mmQ0vWx81LpTzR4nB9cdE5'

test('a key is in no file of the data folder, in no log and in no response', () =>
  withDataFolder(async (dataFolder) => {
    const host = await spawnBrowserHost({ dataFolder })
    const client = await HttpClient.signIn(host.link)
    const answers: unknown[] = []
    const stopListening = await client.subscribe((event) => answers.push(event))
    const invoke = async (name: string, input?: unknown): Promise<unknown> => {
      const answer = await client.invoke(name, input).catch((error: unknown) => JSON.stringify(error))
      answers.push(answer)
      return answer
    }
    // The most verbose log level, with the key in every field that accepts one, well-formed or not.
    await invoke('settings.change', { logLevel: 'debug' })
    const { id } = (await invoke('accounts.create', {
      profile: newProfile(),
      key: canary,
      keep: 'keychain',
    })) as Account
    await invoke('accounts.test', { id, profile: newProfile() })
    await invoke('accounts.test', { profile: newProfile(), key: canary })
    await invoke('accounts.refresh', { id })
    await invoke('accounts.replaceKey', { id, key: `${canary}-second`, keep: 'this-run' })
    await invoke('accounts.create', { profile: { name: canary }, key: canary, keep: 'nowhere' })
    await invoke('accounts.create', { profile: newProfile(), key: [canary], keep: 'keychain' })
    await client.signedIn({
      method: 'POST',
      path: '/rpc/accounts.create',
      headers: { 'Content-Type': 'application/json' },
      body: `{"key":"${canary}"`,
    })
    await invoke('accounts.list')
    await invoke('logs.read', { limit: 2000 })
    await invoke('logs.bundle')
    const files = [...(await contents(dataFolder))]
    stopListening()
    expect(await host.stop()).toBe(0)
    files.push(...(await contents(dataFolder)), ['stderr', host.log()])

    expect(files.length).toBeGreaterThan(4)
    for (const [name, text] of files) expect([name, text.includes(canary)]).toEqual([name, false])
    expect(JSON.stringify(answers)).not.toContain(canary)
  }))

async function contents(folder: string): Promise<[string, string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(files.map(async (path): Promise<[string, string]> => [path, await textOf(path)]))
}

/** The host is running, so a journal of the database may be gone once it is read. */
async function textOf(path: string): Promise<string> {
  return readFile(path, 'latin1').catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') return ''
    throw thrown
  })
}
