import { request } from 'node:http'
import { expect, test } from 'vitest'
import { createMemorySecretStore } from '#core/keychain/index.ts'
import type { SecretStore } from '#core/base/ports.ts'
import { startTestHost } from '#test/support/browser-host.ts'
import { withDataFolder } from '#test/support/data-folder.ts'

test('links are opened by the system, and only https, mailto and http to this computer', () =>
  withDataFolder(async (dataFolder) => {
    const host = await startTestHost({ dataFolder })
    const open = (url: string) => host.client.invoke('app.openExternal', { url })
    await open('https://example.com/a')
    await open('mailto:a@example.com')
    await open('http://127.0.0.1:8025/a')
    for (const url of ['http://example.com', 'file:///etc/passwd', 'javascript:alert(1)', 'https', '--help']) {
      const message = expect.stringContaining('https and mailto links, and http links to this computer') as string
      await expect(open(url)).rejects.toMatchObject({ code: 'refused', message })
    }
    expect(host.opened).toEqual(['https://example.com/a', 'mailto:a@example.com', 'http://127.0.0.1:8025/a'])
    await host.close()
  }))

test('a caller that disconnects during a call does not affect other callers', () =>
  withDataFolder(async (dataFolder) => {
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const secrets: SecretStore = {
      ...createMemorySecretStore(),
      async state() {
        asked.resolve()
        await answer.promise
        return 'available'
      },
    }
    const host = await startTestHost({ dataFolder, secrets })
    const headers = { ...host.client.ownHeaders, 'Content-Type': 'application/json' }
    const call = request({ port: host.port, host: '127.0.0.1', method: 'POST', path: '/rpc/keychain.state', headers })
    call.on('error', () => undefined)
    const gone = new Promise((resolve) => call.on('close', resolve))
    call.end('null')
    await asked.promise
    call.destroy()
    await gone
    answer.resolve()
    expect(await host.client.invoke('keychain.state', undefined)).toMatchObject({ state: 'available' })
    await host.close()
  }))
