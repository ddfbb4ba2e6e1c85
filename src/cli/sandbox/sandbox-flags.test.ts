import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { withDataFolder } from '#test/support/data-folder.ts'
import { UsageError } from '../framework/usage-error.ts'
import { readSandboxFlags } from './sandbox-flags.ts'

test('nothing given: a free port, memory, an empty account', () => {
  expect(readSandboxFlags([], { folder, env: {} })).toMatchObject({
    options: {
      port: 0,
      data: undefined,
      scenario: 'empty',
      strict: false,
      smtp: true,
      announcesTls: false,
      relay: undefined,
    },
    json: false,
  })
})

const folder = tmpdir()

test('every flag is read', () => {
  const flags =
    '--port 8025 --data d --scenario demo --strict --smtp-port 2525 --key fixed-key --header-names X-ABC-User,X-ABC-Key --prefix X-ABC- --host a.internal,b.internal --webhook-host hooks.internal --certificate ca.pem --json'.split(
      ' ',
    )
  const relay = ['--relay', 'smtp://127.0.0.1:25', '--relay-allow', 'a@b.org, @c.org']
  expect(readSandboxFlags([...flags, ...relay], { folder, env: {} })).toEqual({
    options: {
      port: 8025,
      data: join(folder, 'd'),
      scenario: 'demo',
      strict: true,
      smtp: 2525,
      key: 'fixed-key',
      headerNames: { user: 'X-ABC-User', key: 'X-ABC-Key' },
      prefix: 'X-ABC-',
      hosts: ['a.internal', 'b.internal'],
      webhookHosts: ['hooks.internal'],
      announcesTls: true,
      relay: { url: 'smtp://127.0.0.1:25', allow: ['a@b.org', '@c.org'] },
    },
    isScenarioGiven: true,
    certificate: join(folder, 'ca.pem'),
    json: true,
  })
})

const headerForm =
  '--header-names takes the names of two headers, for the user and the key, such as X-ABC-User,X-ABC-Key.'

test.each([
  [['--port', 'abc'], '--port takes a number from 0 to 65535, not "abc".'],
  [['--port', '70000'], '--port takes a number from 0 to 65535, not "70000".'],
  [['--data', ''], '--data needs a value.'],
  [['--scenario', 'huge'], '--scenario takes one of empty, demo, million, not "huge".'],
  [['--seed', 'demo'], '--seed takes a whole number from 0 to 999999999, not "demo".'],
  [['--relay', 'http://x'], 'The relay address must look like smtp://host:25 or smtp://user:password@host:25.'],
  [['--relay', 'smtp://x'], 'A relay needs --relay-allow, the list of recipients who may really get mail.'],
  [['--relay', 'smtp://x', '--relay-file', 'x'], 'Give --relay or --relay-file, not both.'],
  [['--relay-file', 'no-such-file'], 'The file no-such-file given by --relay-file does not exist. Check the path.'],
  [['--key', 'short'], '--key takes 8 to 200 letters, digits and punctuation marks, without spaces.'],
  [['--header-names', 'X-User'], `${headerForm} Give exactly two names.`],
  [['--header-names', 'X-User,X-Key,X-More'], `${headerForm} Give exactly two names.`],
  [['--header-names', 'X-Key,x-key'], `${headerForm} The user header and the key header need different names.`],
  [
    ['--header-names', 'X User,X-Key'],
    `${headerForm} A header name can contain only characters that HTTP allows, such as letters, digits and hyphens. Enter a name such as X-ABC-User.`,
  ],
  [
    ['--prefix', 'X ABC'],
    '--prefix takes the beginning of option keys. The prefix can contain only characters that HTTP allows in header names, such as letters, digits and hyphens. Enter a prefix such as X-ABC-.',
  ],
  [
    ['--prefix', 'x'.repeat(41)],
    '--prefix takes the beginning of option keys. The prefix can have at most 40 characters.',
  ],
  [
    ['--host', 'a.internal:80'],
    '"a.internal:80" is not valid for --host. Give host names without a port, such as sandbox.internal.',
  ],
  [
    ['--webhook-host', 'a:80'],
    '"a:80" is not valid for --webhook-host. Give host names without a port, such as sandbox.internal.',
  ],
  [
    ['--relay', 'smtp://me:hunter22@x', '--relay-allow', 'a@b.org'],
    '--relay takes no password: other users of this computer would see it. ' +
      'Use the environment variable MAILROOM_RELAY, or a file with --relay-file.',
  ],
  [['--port', '-1'], '--port takes a number from 0 to 65535, not "-1".'],
  [
    ['--relay', 'smtp://x', '--relay-allow', 'a@b.org, everybody'],
    '--relay-allow takes addresses and @domains, not everybody.',
  ],
  [['--nonsense'], 'There is no flag --nonsense.'],
  [['--sed', '7'], 'There is no flag --sed. Did you mean --seed?'],
  [['--scenari', 'demo'], 'There is no flag --scenari. Did you mean --scenario?'],
  [['demo'], 'mailroom sandbox takes only flags, and "demo" is not one.'],
])('%j is refused with a sentence', (flags, sentence) => {
  expect(() => readSandboxFlags(flags, { folder, env: {} })).toThrow(new UsageError(sentence))
})

test('the address of a relay, its password with it, comes from the environment or from a file', async () => {
  const allow = ['--relay-allow', 'a@b.org']
  const address = 'smtp://me:hunter22@127.0.0.1:2500'
  const relay = { url: address, allow: ['a@b.org'] }
  expect(readSandboxFlags(allow, { folder, env: { MAILROOM_RELAY: address } }).options.relay).toEqual(relay)
  await withDataFolder(async (data) => {
    await writeFile(join(data, 'relay'), `${address}\n`)
    expect(readSandboxFlags([...allow, '--relay-file', 'relay'], { folder: data, env: {} }).options.relay).toEqual(
      relay,
    )
    await writeFile(join(data, 'relay'), 'http://me:hunter22@127.0.0.1')
    const wrong = () => readSandboxFlags([...allow, '--relay-file', 'relay'], { folder: data, env: {} })
    expect(wrong).toThrow(/^The relay address must look like/)
    expect(wrong).not.toThrow(/hunter22/)
  })
})

test('port, key and seed come from the environment unless a flag gives them', () => {
  const env = { MAILROOM_SANDBOX_PORT: '8025', MAILROOM_SANDBOX_KEY: 'worker-key-1', MAILROOM_SANDBOX_SEED: '7' }
  expect(readSandboxFlags([], { folder, env }).options).toMatchObject({ port: 8025, key: 'worker-key-1', seed: 7 })
  const flags = ['--port', '8026', '--key', 'another-key', '--seed', '8']
  expect(readSandboxFlags(flags, { folder, env }).options).toMatchObject({ port: 8026, key: 'another-key', seed: 8 })
  expect(() => readSandboxFlags([], { folder, env: { MAILROOM_SANDBOX_PORT: 'x' } })).toThrow(
    new UsageError('MAILROOM_SANDBOX_PORT takes a number from 0 to 65535, not "x".'),
  )
})

test('an address to listen on needs a token that the user chose, by flag or by environment', () => {
  const token = 'token-of-16-letters'
  const env = { MAILROOM_SANDBOX_LISTEN: '127.0.0.2', MAILROOM_SANDBOX_TOKEN: token }
  expect(readSandboxFlags([], { folder, env }).options).toMatchObject({ listen: '127.0.0.2', adminToken: token })
  const flags = ['--listen', '::1', '--token', `${token}-2`]
  expect(readSandboxFlags(flags, { folder, env }).options).toMatchObject({ listen: '::1', adminToken: `${token}-2` })
  expect(() => readSandboxFlags(['--listen', '127.0.0.2'], { folder, env: {} })).toThrow(UsageError)
})
