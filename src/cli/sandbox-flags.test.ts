import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { FlagError, readSandboxFlags } from './sandbox-flags.ts'

test('nothing given: a free port, memory, an empty account', () => {
  expect(readSandboxFlags([])).toMatchObject({
    options: { port: 0, data: undefined, seed: 'empty', strict: false, smtp: true, relay: undefined },
    json: false,
  })
})

const folder = tmpdir()

test('every flag is read', () => {
  const flags = '--port 8025 --data d --seed demo --strict --smtp-port 2525 --json'.split(' ')
  expect(
    readSandboxFlags([...flags, '--relay', 'smtp://127.0.0.1:25', '--relay-allow', 'a@b.org, @c.org'], folder),
  ).toEqual({
    options: {
      ...{ port: 8025, data: join(folder, 'd'), seed: 'demo', strict: true, smtp: 2525 },
      relay: { url: 'smtp://127.0.0.1:25', allow: ['a@b.org', '@c.org'] },
    },
    isSeedGiven: true,
    json: true,
    help: false,
  })
})

test.each([
  [['--port', 'abc'], '--port is a port from 0 to 65535, not abc.'],
  [['--port', '70000'], '--port is a port from 0 to 65535, not 70000.'],
  [['--data', ''], '--data needs a folder, like --data ./sandbox-data.'],
  [['--seed', 'huge'], '--seed is one of empty, demo, million, not huge.'],
  [['--relay', 'http://x'], '--relay is an address like smtp://user:password@host:25.'],
  [['--relay', 'smtp://x'], '--relay needs --relay-allow: the recipients that may really get mail.'],
  [['--port', '-1'], "Option '--port' argument is ambiguous. See --help."],
  [
    ['--relay', 'smtp://x', '--relay-allow', 'a@b.org, everybody'],
    '--relay-allow takes addresses and @domains, not everybody.',
  ],
  [['--nonsense'], "Unknown option '--nonsense'. See --help."],
])('%j is refused with a sentence', (flags, sentence) => {
  expect(() => readSandboxFlags(flags)).toThrow(new FlagError(sentence))
})
