import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Agent, createServer } from 'node:http'
import { createInterface } from 'node:readline'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { createSandbox } from '#sandbox/create-sandbox.ts'
import { builtCli } from '#test/support/worker-code.ts'
import { withDataFolder } from '#test/support/data-folder.ts'
import { isDeep } from '#test/support/deep/is-deep.ts'
import { addWebhook, eventsByRecipient, type Payload } from './support/open-webhook.ts'
import { aSend, ServiceClient } from './support/service-client.ts'

type Ready = {
  url: string
  user: string
  key: string
  smtp: string
}

async function start(data: string): Promise<{ child: ChildProcess; ready: Ready }> {
  const child = spawn(process.execPath, [builtCli, 'sandbox', '--json', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
  return { child, ready: JSON.parse(line) as Ready }
}

test(
  'kill -9 under load: every send with a response is there after the restart, once',
  { timeout: 120_000 },
  async () => {
    await withDataFolder(async (data) => {
      const answered = new Set<string>()
      for (let round = 0; round < (isDeep ? 4 : 2); round++) {
        const { child, ready } = await start(data)
        const client = new ServiceClient(ready.url, ready, new Agent({ keepAlive: true, maxSockets: 32 }))
        const wanted = answered.size + 150 + round * 100
        let count = 0
        const sender = async (number: number): Promise<void> => {
          for (;;) {
            const email = `r${round}-${number}-${count++}@x.org`
            const answer = await client.post('/messages/send', aSend(email)).catch(() => undefined)
            if (answer?.status !== 200) return
            answered.add(email)
            if (answered.size === wanted) child.kill('SIGKILL')
          }
        }
        await Promise.all(Array.from({ length: 32 }, (_, number) => sender(number)))
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
        client.close()
      }
      const sandbox = await createSandbox({ data, smtp: false })
      const stored = sandbox.store.messages.newest(100_000).map(({ email }) => email)
      await sandbox.close()
      expect(new Set(stored).size).toBe(stored.length)
      expect([...answered].filter((email) => !new Set(stored).has(email))).toEqual([])
    })
  },
)

test('kill -9 under load over SMTP: every accepted message is there after the restart, once', async () => {
  await withDataFolder(async (data) => {
    const answered = new Set<string>()
    for (let round = 0; round < (isDeep ? 3 : 1); round++) {
      const { child, ready } = await start(data)
      const [host, port] = ready.smtp.split(':')
      const auth = { user: ready.user, pass: ready.key }
      const transport = createTransport({ host, port: Number(port), auth, pool: true, maxConnections: 16 })
      const wanted = answered.size + 100 + round * 50
      const sending = Array.from({ length: 1000 }, async (_, number) => {
        const email = `r${round}-${number}@x.org`
        const mail = { from: 'shop@x.org', to: email, subject: email, text: 'Hello' }
        const answer = await transport.sendMail(mail).catch(() => undefined)
        if (answer === undefined) return
        answered.add(email)
        if (answered.size === wanted) child.kill('SIGKILL')
      })
      await once(child, 'exit')
      transport.close()
      await Promise.all(sending)
    }
    const sandbox = await createSandbox({ data, smtp: false })
    const stored = sandbox.store.messages.newest(100_000).map(({ email }) => email)
    await sandbox.close()
    expect(new Set(stored).size).toBe(stored.length)
    expect([...answered].filter((email) => !stored.includes(email))).toEqual([])
  })
})

test('kill -9 during webhook calls: the next run makes all remaining calls, in order', async () => {
  await withDataFolder(async (data) => {
    const { child, ready } = await start(data)
    const received: Payload[] = []
    let isFirstRun = true
    const receiver = createServer((request, response) => {
      void json(request).then((payload) => {
        if (!(payload as Payload)['test']) received.push(payload as Payload)
        // The first run is killed before the remaining calls get a response.
        if (!isFirstRun || received.length <= 100) response.end()
        if (isFirstRun && received.length === 120) child.kill('SIGKILL')
      })
    })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const client = new ServiceClient(ready.url, ready)
    await addWebhook(client, `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`)
    const recipients = Array.from({ length: 300 }, (_, index) => `open@d${index}.org`)
    await client.post('/messages/send', aSend(recipients))
    await once(child, 'exit')
    client.close()
    isFirstRun = false

    const sandbox = await createSandbox({ data, smtp: false })
    await sandbox.control.advance('hour')
    const [webhook] = sandbox.store.webhooks.list()
    await sandbox.close()
    receiver.close()
    receiver.closeAllConnections()
    const events = eventsByRecipient(received)
    expect(Object.keys(events).sort()).toEqual(recipients.toSorted())
    // A call that was interrupted is sent again.
    const lives = new Set(Object.values(events).map((names) => [...new Set(names)].join()))
    expect([...lives]).toEqual(['delivered,opened'])
    expect(webhook).toMatchObject({ success: 600, errors: 0 })
  })
})

// Run in a child process: both ends of 10,000 connections exceed the limit of open files per process.
const inFlight = isDeep ? 10_000 : 1000

test(`${inFlight} concurrent requests all get a response, and all are stored`, { timeout: 180_000 }, async () => {
  await withDataFolder(async (data) => {
    const { child, ready } = await start(data)
    const client = new ServiceClient(ready.url, ready, new Agent({ keepAlive: false, maxSockets: Infinity }))
    const answers = await Promise.all(
      Array.from({ length: inFlight }, (_, index) => client.post('/messages/send', aSend(`u${index}@x.org`))),
    )
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    expect((await client.post('/statistics/messages')).json).toMatchObject({ total: inFlight })
    client.close()
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})

test('data, clock and credentials survive a restart, and the outbox contains the sent messages', async () => {
  await withDataFolder(async (data) => {
    const first = await createSandbox({ data, smtp: false, user: 'me@own.example', key: 'own-key' })
    const client = ServiceClient.of(first)
    await client.post('/messages/send', aSend('open+1@x.org'))
    await first.control.advance('week')
    first.control.setRunning(false)
    const { now } = first.clock.state()
    const [entry] = first.control.outbox(1)
    await first.settle()
    client.close()
    await first.close()
    expect(await readFile(`${data}/outbox/${entry!.id}.eml`, 'utf8')).toContain('To: open+1@x.org')
    const second = await createSandbox({ data, smtp: false })
    expect(second.credentials).toEqual({ user: 'me@own.example', key: 'own-key' })
    expect(second.clock.state()).toMatchObject({ now, running: false })
    expect(second.store.messages.newest(1)[0]).toMatchObject({ id: entry!.id, open: 1, lastState: 'delivered' })
    await second.close()
  })
})
