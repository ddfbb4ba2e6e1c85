import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { createSandbox } from '#sandbox/create-sandbox.ts'
import { withDataFolder } from '#test/support/data-folder.ts'
import { eventually } from '#test/support/eventually.ts'
import { builtCli } from '#test/support/worker-code.ts'
import { startMailReceiver } from '../support/open-replies.ts'
import { aSend, ServiceClient } from '../support/service-client.ts'

const count = 300

test(
  'kill -9 while replies are sent: the next run sends the remaining ones, and none is skipped',
  { timeout: 60_000 },
  async () => {
    await withDataFolder(async (data) => {
      const receiver = await startMailReceiver()
      const flags = ['sandbox', '--json', '--data', data, '--replies-to', receiver.address]
      const child = spawn(process.execPath, [builtCli, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
      const ready = JSON.parse(line) as { url: string; user: string; key: string }
      const client = new ServiceClient(ready.url, ready)
      await client.post('/messages/send', aSend(Array.from({ length: count }, (_, n) => `bounce@x${n}.org`)))
      client.close()
      await eventually(() => expect(receiver.received.length).toBeGreaterThan(5))
      child.kill('SIGKILL')
      await once(child, 'exit')
      expect(receiver.received.length).toBeLessThan(count)
      const next = await createSandbox({ data, smtp: false, repliesTo: receiver.address })
      await next.control.advance('hour')
      await next.close()
      const addresses = receiver.received.map(({ raw }) => /Final-Recipient: rfc822; (\S+)/.exec(raw)![1])
      expect(new Set(addresses).size).toBe(count)
      // Only the reply that was being sent at the kill may arrive twice.
      expect(addresses.length).toBeLessThanOrEqual(count + 1)
    })
  },
)
