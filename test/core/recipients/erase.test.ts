import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { App } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import type { Account } from '#shared/contract/accounts.ts'
import { newProfile } from '#test/contract/examples.ts'
import { withDataFolder } from '#test/support/data-folder.ts'
import { eventually } from '#test/support/eventually.ts'
import { startTestApp } from '#test/support/test-ports.ts'

const ask = <Output>(app: App, name: string, input: unknown) =>
  dispatch(app, name, input, { signal: new AbortController().signal }) as Promise<Output>

test('erasing a person also removes the outcomes that name them, for this account only', () =>
  withDataFolder(async (folder) => {
    const file = join(folder, 'outcomes.json')
    const first = await startTestApp(folder)
    const account = () =>
      ask<Account>(first, 'accounts.create', { profile: newProfile(), key: 'a-key', keep: 'this-run' })
    const [one, other] = [(await account()).id, (await account()).id]
    await first.close()
    const lost = (id: string, accountId: string, email: string) => ({
      id,
      accountId,
      service: 'http://127.0.0.1:9/v1',
      operation: 'extras.addBlacklisted',
      startedAt: Date.now(),
      check: { kind: 'blacklist', type: 'bounces', email, listed: true },
      state: 'unknown',
      text: '',
      checkedAt: null,
      messages: [],
      dismissed: false,
    })
    await writeFile(
      file,
      JSON.stringify([
        lost('1', one, 'Ada@Example.org'),
        lost('2', one, 'eve@example.org'),
        lost('3', other, 'ada@example.org'),
      ]),
    )
    const app = await startTestApp(folder)
    await ask(app, 'recipients.erase', { accountId: one, email: 'ada@example.org' })
    expect(await ask(app, 'outcomes.list', undefined)).toMatchObject([{ id: '3' }, { id: '2' }])
    await eventually(async () => expect(await readFile(file, 'utf8')).not.toContain('Ada@Example.org'))
    await app.close()
  }))
