import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDataFolder } from '#test/support/data-folder.ts'
import { createMemorySecretStore } from '../keychain/index.ts'
import { TeamPasswords } from './team-passwords.ts'

const server = { host: 'db.example.org', port: 5432, database: 'mail', schema: 'shop', user: 'ada', authority: null }
const other = { ...server, host: 'db.example.com' }
const elsewhere = { code: 'team-password-elsewhere' }

test.each(['keychain', 'this-run'] as const)('a password kept in %s is given for its own server only', async (keep) => {
  const passwords = new TeamPasswords(createMemorySecretStore(), { PGPASSFILE: '/nowhere' })
  const passwordInKeychain = keep === 'keychain'
  await passwords.set('shop', server, { password: 'secret', keep })
  expect(await passwords.of('shop', { server, passwordInKeychain })).toBe('secret')
  // A different schema on the same server.
  expect(await passwords.of('shop', { server: { ...server, schema: 'b' }, passwordInKeychain })).toBe('secret')
  for (const moved of [other, { ...server, user: 'bob' }, { ...server, authority: 'PEM' }]) {
    await expect(passwords.of('shop', { server: moved, passwordInKeychain })).rejects.toMatchObject(elsewhere)
  }
  await passwords.remove('shop')
  await expect(passwords.of('shop', { server, passwordInKeychain })).rejects.toMatchObject({
    code: 'team-password-missing',
  })
})

test('without a keychain, a password comes from the environment or a password file', async () => {
  const folder = await createDataFolder()
  onTestFinished(() => folder.remove())
  const file = join(folder.path, 'pgpass')
  await writeFile(file, 'db.example.org:5432:mail:ada:from-file\n')
  await chmod(file, 0o600)
  const given = async (env: Readonly<Record<string, string>>) =>
    new TeamPasswords(null, env).of('shop', { server, passwordInKeychain: false })
  expect(await given({ PGPASSFILE: file })).toBe('from-file')
  expect(await given({ PGPASSFILE: file, PGPASSWORD: 'for-all' })).toBe('for-all')
  expect(await given({ PGPASSWORD: 'for-all', MAILROOM_TEAM_PASSWORD: 'ours' })).toBe('ours')
})
