import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { email, openWorld, shouted, traces, type World } from './support/named-person.ts'
import { filesHolding } from './support/searched-bytes.ts'
import { useDrafts, useSends, useTrials } from './support/used-composer.ts'
import {
  damageArchive,
  damageFiles,
  useBlacklists,
  useBooks,
  useExports,
  useImports,
  useReports,
  useSearches,
  useSettings,
  useSync,
} from './support/used-features.ts'

async function useEverything(world: World): Promise<void> {
  await useDrafts(world)
  await useSends(world)
  await useTrials(world)
  await useSync(world)
  await damageArchive(world)
  await useSearches(world)
  await useSettings(world)
  await useBooks(world)
  await useBlacklists(world)
  await useImports(world)
  await useExports(world)
  await useReports(world)
  await damageFiles(world)
}

/** A feature that no longer writes one of these files would no longer be covered by this test. */
const written = [
  'accounts/ID/archive.sqlite',
  'accounts/ID/archive.sqlite.damaged-N',
  'accounts/ID/bodies.sqlite',
  'alerts/ID.json',
  'alerts/ID.json.broken-N',
  'blacklists/ID/NAME.list',
  'blacklists/ID/changes.jsonl',
  'compose/drafts/ID/content.json',
  'compose/drafts/ID/files/ID',
  'compose/drafts/ID/people.jsonl',
  'compose/sends/ID/content.json',
  'compose/sends/ID/files/ID',
  'compose/sends/ID/people.jsonl',
  'compose/sends/ID/send.json',
  'compose/snippets.json.broken-N',
  'deltas/ID',
  'export-schedules.json',
  'exports.json',
  'exports/ID.csv',
  'exports/NAME.sqlite',
  'jobs.json',
  'notes/ID.json',
  'outcomes.json.broken-N',
  'report-schedules.json',
  'sandbox/outbox/NAME.eml',
  'sandbox/sandbox.sqlite',
  'settings.json',
]

function kindOf(name: string): string {
  return (
    name
      .replaceAll('\\', '/')
      .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'ID')
      // The latest writes may be in the log of a database instead of its file.
      .replace(/-wal$/, '')
      .replace(/\d+$/, 'N')
      .replace(/[^/]+(?=\.(?:list|eml)$)/, 'NAME')
      .replace(/(?<=^exports\/)mailroom-[^/]+(?=\.sqlite$)/, 'NAME')
  )
}

test('no byte of the data folder contains an erased person, whichever features were used with them', async () => {
  const world = await openWorld()
  const { ask, accountId, folder } = world
  await useEverything(world)
  const before = new Set(Object.keys(await filesHolding(folder, traces)).map(kindOf))
  expect([...before]).toEqual(expect.arrayContaining(written))
  const { remains, messages } = await ask('recipients.erase', { accountId, email: shouted })
  const { id: sandboxId } = (await ask('accounts.list')).accounts.find(({ kind }) => kind === 'sandbox')!
  expect(messages).toBeGreaterThan(5)
  await world.close()
  const holding = Object.keys(await filesHolding(folder, traces))
  // The sandbox counts as a separate service, and the report says so.
  expect(remains).toContain('The sandbox, which may have rehearsed messages to this person')
  expect(holding.filter((name) => !name.startsWith('sandbox') && !name.includes(sandboxId))).toEqual([])
})

test('an address is found in every encoding that a file may use', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-forms-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const base64 = (before: string) => Buffer.from(`${before}${email}, hello`).toString('base64')
  const escaped = email.replace('ë', '\\u00eb')
  const forms: Record<string, string | Buffer> = {
    plain: shouted,
    decomposed: email.normalize('NFD'),
    latin: Buffer.from(email, 'latin1'),
    json: `{"to":"${escaped}"}`,
    percent: `?q=${encodeURIComponent(email)}`,
    html: email.replace('ë', '&#235;').replace('@', '&#x40;'),
    printable: email.replace('ë', '=C3=AB').replace('erased', 'era=\r\nsed'),
    base64: base64(''),
    'base64 1': base64('a'),
    'base64 2': base64('ab'),
    'base64 in lines': base64('x'.repeat(50)).replaceAll(/.{76}/g, '$&\r\n'),
    wide: Buffer.from(`a${email}`, 'utf16le'),
    'wide 1': Buffer.concat([Buffer.from('a'), Buffer.from(email, 'utf16le')]),
    packed: Buffer.concat([Buffer.from('before'), gzipSync(email)]),
    zstd: Buffer.concat([Buffer.from('before'), zstdCompressSync(email)]),
  }
  for (const [name, content] of Object.entries(forms)) await writeFile(join(folder, name), content)
  await writeFile(join(folder, 'other'), 'zoe@erased.example')
  expect(Object.keys(await filesHolding(folder, [email])).sort()).toEqual(Object.keys(forms).sort())
})
