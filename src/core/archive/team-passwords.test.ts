import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDataFolder } from '#test/support/data-folder.ts'
import { AppError } from '#shared/contract/base/error.ts'
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

test.each(['keychain-absent', 'keychain-no-service'])('%s is about the password, not about the key', async (code) => {
  const failing = () => Promise.reject(new AppError(code, 'This computer has no keychain.'))
  const keychain = { ...createMemorySecretStore(), get: failing, set: failing }
  const passwords = new TeamPasswords(keychain, { PGPASSFILE: '/nowhere' })
  await expect(passwords.set('shop', server, { password: 'secret', keep: 'keychain' })).rejects.toMatchObject({
    code: 'team-password-not-kept',
    message: expect.stringMatching(/Set MAILROOM_TEAM_PASSWORD, or .* PostgreSQL password file\.$/) as string,
  })
  const lost = { server, passwordInKeychain: true }
  await expect(passwords.of('shop', lost)).rejects.toMatchObject({ code: 'team-password-missing' })
  expect(await new TeamPasswords(keychain, { PGPASSWORD: 'for-all' }).of('shop', lost)).toBe('for-all')
})

test.skipIf(process.platform === 'win32')(
  'a password file that others can read is named if there is no other password',
  async () => {
    const folder = await createDataFolder()
    onTestFinished(() => folder.remove())
    const file = join(folder.path, 'pgpass')
    await writeFile(file, '*:*:*:*:from-file\n')
    await chmod(file, 0o644)
    const given = (env: Readonly<Record<string, string>>) =>
      new TeamPasswords(null, { PGPASSFILE: file, ...env }).of('shop', { server, passwordInKeychain: false })
    await expect(given({})).rejects.toMatchObject({
      message: expect.stringContaining('Run chmod 0600 on it.') as string,
    })
    expect(await given({ PGPASSWORD: 'for-all' })).toBe('for-all')
  },
)

test.each(['keychain', 'this-run'] as const)(
  'a password for %s that is not used after all gives back the one before',
  async (keep) => {
    const passwords = new TeamPasswords(createMemorySecretStore(), { PGPASSFILE: '/nowhere' })
    const first = { server, passwordInKeychain: true }
    await passwords.set('shop', server, { password: 'first', keep: 'keychain' })
    const other = { ...server, host: 'other.example' }
    const restore = await passwords.set('shop', other, { password: 'second', keep })
    expect(await passwords.of('shop', { server: other, passwordInKeychain: true })).toBe('second')
    await restore()
    expect(await passwords.of('shop', first)).toBe('first')
  },
)
