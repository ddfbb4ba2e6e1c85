import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSandbox } from '#sandbox/create-sandbox.ts'
import { mailProgram, openConnection } from '../support/mail-program.ts'
import { openSandbox } from '../support/open-sandbox.ts'

const mail = { from: 'shop@x.org', to: 'b@x.org', subject: 'Hello', text: 'Hi' }

/** How many servers this process listens with, at whatever ports. Node counts one that was closed until the turn ends. */
async function listeners(): Promise<number> {
  await nextTurn()
  await nextTurn()
  return process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length
}

test('a program that begins with TLS sends a message, and plain SMTP stays as it is', async () => {
  const { sandbox, errors } = await openSandbox({ smtp: true, smtpsPort: 0 })
  const ca = sandbox.control.certificate()
  await mailProgram(sandbox, sandbox.smtps!, { secure: true, tls: { ca } }).sendMail(mail)
  await mailProgram(sandbox, sandbox.smtp!, { ignoreTLS: true }).sendMail(mail)
  expect(sandbox.control.outbox(5)).toMatchObject([mail, mail].map(({ subject, to }) => ({ subject, email: to })))
  expect(sandbox.control.requests()).toMatchObject([
    { channel: 'smtp', status: 250 },
    { channel: 'smtp', status: 250 },
  ])
  expect(errors).toEqual([])
})

test('within TLS, a second handshake is neither offered nor needed', async () => {
  const { sandbox } = await openSandbox({ smtp: true, smtpsPort: 0, announcesTls: true })
  const tls = { ca: sandbox.control.certificate() }
  await mailProgram(sandbox, sandbox.smtps!, { secure: true, tls }).sendMail(mail)
  expect(sandbox.store.messages.count()).toBe(1)
})

test('a program that doesn’t trust the authority sends nothing, nor does one that doesn’t begin with TLS', async () => {
  const distrusted = await openSandbox({ smtp: true, smtpsPort: 0 })
  const program = mailProgram(distrusted.sandbox, distrusted.sandbox.smtps!, { secure: true })
  await expect(program.sendMail(mail)).rejects.toThrow(/certificate/)
  const waiting = await openSandbox({ smtp: true, smtpsPort: 0, limits: { headMilliseconds: 200 } })
  const [silent, plain] = [1, 2].map(() => openConnection(waiting.sandbox.smtps!).resume())
  plain!.write('EHLO me\r\n')
  await Promise.all([silent!, plain!].map((socket) => once(socket, 'close')))
  for (const { sandbox, errors } of [distrusted, waiting]) {
    expect(sandbox.store.messages.count()).toBe(0)
    expect(errors).toEqual([])
  }
})

test('open sessions don’t keep the sandbox from closing', async () => {
  const { sandbox } = await openSandbox({ smtp: true, smtpsPort: 0, limits: { headMilliseconds: 60_000 } })
  const silent = openConnection(sandbox.smtps!).resume()
  await once(silent, 'connect')
  const closed = once(silent, 'close')
  await sandbox.close()
  await closed
})

test('without the option there is no such port', async () => {
  const { sandbox } = await openSandbox({ smtp: true })
  expect(sandbox.smtps).toBeUndefined()
})

test('a fork has such a port as well', async () => {
  const { sandbox } = await openSandbox({ smtp: true, smtpsPort: 0 })
  const { sandbox: fork } = await sandbox.forks.create()
  expect(fork.smtps).not.toBe(sandbox.smtps)
  await mailProgram(fork, fork.smtps!, { secure: true, tls: { ca: fork.control.certificate() } }).sendMail(mail)
  expect([fork, sandbox].map(({ store }) => store.messages.count())).toEqual([1, 0])
})

test('no port stays open after the sandbox was closed, or if the port is taken', async () => {
  const before = await listeners()
  const { sandbox } = await openSandbox({ smtp: true, smtpsPort: 0 })
  const own = await listeners()
  expect(own).toBe(before + 3)
  const taken = Number(sandbox.smtps!.split(':')[1])
  await expect(createSandbox({ smtpsPort: taken })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(await listeners()).toBe(own)
  await sandbox.forks.create()
  expect(await listeners()).toBe(own + 3)
  await sandbox.close()
  expect(await listeners()).toBe(before)
})

test('it is refused without the SMTP server', async () => {
  await expect(createSandbox({ smtp: false, smtpsPort: 0 })).rejects.toThrow('needs the SMTP server')
})
