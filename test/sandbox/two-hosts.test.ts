import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startTestHost } from '#test/support/browser-host.ts'
import { withDataFolder } from '#test/support/data-folder.ts'
import { openSandbox } from './support/open-sandbox.ts'

/** The status of the response to a request with two Host headers. */
async function statusOf(port: number, path: string, hosts: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const lines = hosts.map((host, at) => `${at === 0 ? 'Host' : 'hOST'}: ${host}\r\n`)
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const [said] = (await once(socket, 'data')) as [Buffer]
  return said.toString().slice(9, 12)
}

test.each(['/v1/settings/apikeys', '/livez', '/admin/state', '/t/o/x', '/nothing'])(
  'the sandbox refuses a request for %s that names two hosts',
  async (path) => {
    const { sandbox } = await openSandbox()
    const { host, port } = new URL(sandbox.url)
    expect(await statusOf(Number(port), path, [host, 'evil.example'])).toBe('400')
    expect(await statusOf(Number(port), path, ['evil.example', host])).toBe('400')
    expect(await statusOf(Number(port), '/livez', [host])).toBe('200')
  },
)

test('the app refuses a request that names two hosts', async () => {
  await withDataFolder(async (dataFolder) => {
    const host = await startTestHost({ dataFolder })
    const own = `127.0.0.1:${host.port}`
    const [one, two] = [await statusOf(host.port, '/', [own]), await statusOf(host.port, '/', [own, 'evil.example'])]
    await host.close()
    expect([one, two]).toEqual(['200', '400'])
  })
})
