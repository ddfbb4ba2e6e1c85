import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readSignedNotice } from '#core/updates/signed-notice.ts'
import { notesOfChangelog } from '../../scripts/support/updates/changelog-notes.ts'
import { signNotice } from '../../scripts/support/updates/sign-notice.ts'

const root = join(import.meta.dirname, '../..')
const link = 'https://mailroom.example/releases/1.2.0'
const keys = generateKeyPairSync('ed25519')
const pem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const builtIn = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const read = (file: string, now = Date.now()) => readSignedNotice(Buffer.from(file), builtIn, now)

const changelog = `# Changelog

## 1.2.0 – 2026-01-14

### Added

- Search: \`mueller\` and _Müller_ find
  each other. More on it in [the manual](docs/search.md).
- **Faster** snake_case_names

### Fixed

- ${'word '.repeat(60)}

## 1.1.0

- Older
`

test('Mailroom accepts a signed notice for a year', () => {
  const file = signNotice({ version: '1.2.0', notes: ['New'], link }, { pem, builtIn })
  expect(read(file)).toMatchObject({ version: '1.2.0', notes: ['New'], link })
  expect(() => read(file, Date.now() + 366 * 86_400_000)).toThrow()
})

test('An unknown key, or one of another kind, signs nothing', () => {
  const release = { version: '1.2.0', notes: ['New'], link }
  const other = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  expect(() => signNotice(release, { pem: other, builtIn })).toThrow('not the one')
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const wrong = curve.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  expect(() => signNotice(release, { pem: wrong, builtIn: null })).toThrow('Ed25519')
})

test('The notes are the first sentences of the topmost section, in plain text', () => {
  expect(notesOfChangelog(changelog, '1.2.0')).toEqual([
    'Search: mueller and Müller find each other.',
    'Faster snake_case_names',
    `${'word '.repeat(39).trim()}…`,
  ])
  expect(notesOfChangelog(changelog.replace('1.2.0', 'Unreleased'), '1.2.0')).toHaveLength(3)
  expect(() => notesOfChangelog(changelog, '1.3.0')).toThrow('1.3.0')
  expect(() => notesOfChangelog('# Changelog\n\n## Unreleased\n', '1.2.0')).toThrow('no entries')
})

test('A long list of entries is cut, with a count of the rest', () => {
  const many = Array.from({ length: 40 }, (_, index) => `- Change ${index}`)
  const notes = notesOfChangelog(`## Unreleased\n\n${many.join('\n')}\n`, '1.2.0')
  expect(notes).toHaveLength(12)
  expect(notes.at(-1)).toBe('And 29 more changes.')
})

test('The release script signs the changelog of this tree', async () => {
  const script = join(root, 'scripts/sign-update.ts')
  const env = { ...process.env, NODE_NO_WARNINGS: '1', UPDATE_SIGNING_KEY: pem }
  const { stdout } = await promisify(execFile)(process.execPath, [script, link], { env })
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  expect(read(stdout)).toMatchObject({ version, link })
  const without = promisify(execFile)(process.execPath, [script, link], { env: { ...env, UPDATE_SIGNING_KEY: '' } })
  await expect(without).rejects.toThrow('UPDATE_SIGNING_KEY')
})
