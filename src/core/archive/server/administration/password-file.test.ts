import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { passwordFilePath, passwordInFile } from './password-file.ts'

const server = {
  host: 'db.example.org',
  port: 5432,
  database: 'mail',
  user: 'ada',
  schema: 'mailroom',
  authority: null,
}

function written(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'mailroom-password-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, '.pgpass')
  writeFileSync(path, text, { mode: 0o600 })
  return path
}

function found(text: string, wanted: Partial<typeof server> = {}): string | null {
  return passwordInFile(written(text), { ...server, ...wanted }).password
}

test('the first line that fits has the password', () => {
  const lines = `# a comment
db.example.org:5432:other:ada:wrong
db.example.org:5432:mail:ada:first
*:*:*:*:second
`
  expect(found(lines)).toBe('first')
  expect(found(lines, { user: 'bob' })).toBe('second')
  expect(found('db.example.org:5433:mail:ada:wrong\n')).toBeNull()
})

test('colons and backslashes are escaped, and an escaped star is a name', () => {
  expect(found(String.raw`*:*:*:ada:one\:two\\three`)).toBe('one:two\\three')
  expect(found(String.raw`*:*:*:ad\a:it`)).toBe('it')
  expect(found(String.raw`\:\:1:5432:*:*:six`, { host: '::1' })).toBe('six')
  expect(found(String.raw`\*:*:*:*:star`)).toBeNull()
  expect(found('*:*:*:*:ends:here\r\n')).toBe('ends')
})

test.skipIf(process.platform === 'win32')('a file that others can read is ignored, with a sentence', () => {
  const path = written('*:*:*:*:secret\n')
  for (const mode of [0o640, 0o604, 0o620]) {
    chmodSync(path, mode)
    expect(passwordInFile(path, server)).toEqual({ password: null, problem: expect.stringContaining('chmod 0600') })
  }
  chmodSync(path, 0o600)
  expect(passwordInFile(path, server)).toEqual({ password: 'secret', problem: null })
})

test('a folder is no password file, and there may be none', () => {
  const path = written('')
  expect(passwordInFile(join(path, '..'), server).problem).toContain('is not a file')
  expect(passwordInFile(`${path}.none`, server)).toEqual({ password: null, problem: null })
})

test.skipIf(process.platform === 'win32')('PGPASSFILE names the file, which otherwise is in the home folder', () => {
  expect(passwordFilePath({ PGPASSFILE: '/etc/pass', HOME: '/home/ada' })).toBe('/etc/pass')
  expect(passwordFilePath({ HOME: '/home/ada' })).toBe('/home/ada/.pgpass')
})
