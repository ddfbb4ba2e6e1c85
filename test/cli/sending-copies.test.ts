import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accountProfile } from '#shared/contract/accounts.ts'
import { askApp, startTestApp } from '#test/support/test-ports.ts'
import { account } from './support/cli-account.ts'
import { runCli } from './support/run-cli.ts'

/** The command line has no flag for this setting. */
async function allowCopies(data: string): Promise<void> {
  const app = await startTestApp(data)
  const ask = askApp(app)
  const [found] = (await ask('accounts.list')).accounts
  await ask('accounts.update', { id: found!.id, profile: { ...accountProfile.strip().parse(found), ccAndBcc: true } })
  await app.close()
}

const copied = `From: shop@sender.example
To: ann@x.example
Cc: Boss <boss@x.example>
Bcc: audit@x.example
Subject: Weekly

Hello
`

test('the Cc and Bcc recipients of a mail file are named, and are left out where recipients are given', async () => {
  const { sandbox, data, env } = await account()
  await allowCopies(data)
  const file = join(data, 'old.eml')
  await writeFile(file, copied.replaceAll('\n', '\r\n'))
  const send = ['send', '--data', data, '--eml', file]
  const dry = await runCli([...send, '--dry-run'], { env })
  expect(dry).toMatchObject({ code: 0, stdout: 'ann@x.example\nCc: boss@x.example\nBcc: audit@x.example\n' })
  const json = await runCli([...send, '--dry-run', '--json'], { env })
  expect(json.stdout).toBe('{"to":"ann@x.example"}\n{"cc":"boss@x.example"}\n{"bcc":"audit@x.example"}\n')
  expect(await runCli(send, { env })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      'to 1 recipient, with 2 copies (Cc and Bcc) to boss@x.example, audit@x.example?',
    ) as string,
  })
  const mine = [...send, '--to', 'me@x.example']
  expect(await runCli([...mine, '--dry-run'], { env })).toMatchObject({ code: 0, stdout: 'me@x.example\n' })
  expect(await runCli([...mine, '--yes'], { env })).toMatchObject({ code: 0, stderr: '' })
  expect(sandbox.control.outbox(10).map(({ email }) => email)).toEqual(['me@x.example'])
})
