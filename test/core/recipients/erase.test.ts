import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '#test/support/eventually.ts'
import { openApp } from '#test/support/open-app.ts'

test('erasing a person also removes the outcomes that name them, for this account only', async () => {
  const mailroom = await openApp()
  const [one, other] = [(await mailroom.addAccount()).id, (await mailroom.addAccount({ name: 'Store' })).id]
  await mailroom.close()
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
  const left = [
    lost('1', one, 'Ada@Example.org'),
    lost('2', one, 'eve@example.org'),
    lost('3', other, 'ada@example.org'),
  ]
  const file = join(mailroom.folder, 'outcomes.json')
  await writeFile(file, JSON.stringify(left))
  await mailroom.start()
  await mailroom.ask('recipients.erase', { accountId: one, email: 'ada@example.org' })
  expect(await mailroom.ask('outcomes.list')).toMatchObject([{ id: '3' }, { id: '2' }])
  await eventually(async () => expect(await readFile(file, 'utf8')).not.toContain('Ada@Example.org'))
})
