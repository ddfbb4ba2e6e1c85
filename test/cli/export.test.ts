import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { read, utils } from 'xlsx'
import { expect, test } from 'vitest'
import { lockDataFolder } from '#core/node/index.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { builtCli } from '#test/support/worker-code.ts'
import { account } from './support/cli-account.ts'
import { filledFolder } from './support/filled-folder.ts'
import { runCli, spawnCli, startCli } from './support/run-cli.ts'

/** A data folder that no running Mailroom has open. */
async function closedFolder() {
  const filled = await filledFolder()
  await filled.archive.close()
  return { ...filled, out: await temporaryFolder(), keys: ['--data', filled.data, '--secrets', 'memory'] }
}

test('mailroom export writes the messages of a query in a form that other programs read', async () => {
  const { messages, out, keys } = await closedFolder()
  const invoices = messages.filter(({ tags }) => tags.includes('invoice'))
  const wanted = invoices.map(({ id, email, subject }) => [id, email, subject].join('\n')).sort()
  const flags = ['export', 'tag:invoice', '--columns', 'id,email,subject', '--unguarded', ...keys, '--out']
  expect(await spawnCli([...flags, join(out, 'a.csv')]).ended).toEqual({ code: 0, stdout: '', stderr: '' })
  const csv = parse(await readFile(join(out, 'a.csv'), 'utf8'), { columns: false }) as string[][]
  const rowsOf = (rows: string[][]): string[] => rows.map((cells) => cells.join('\n')).sort()
  expect(rowsOf(csv.slice(1))).toEqual(wanted)
  const done = await runCli([...flags, join(out, 'a.xlsx'), '--json'])
  expect(JSON.parse(done.stdout)).toMatchObject({ event: 'done', file: join(out, 'a.xlsx'), rows: invoices.length })
  const { Sheets, SheetNames } = read(await readFile(join(out, 'a.xlsx')))
  const sheet = utils.sheet_to_json<string[]>(Sheets[SheetNames[0]!]!, { header: 1 })
  expect(rowsOf(sheet.slice(1))).toEqual(wanted)
  const piped = await runCli([...flags, '-'])
  const objects = piped.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>)
  expect(rowsOf(objects.map(({ id, email, subject }) => [id!, email!, subject!]))).toEqual(wanted)
  expect((await readdir(out)).sort()).toEqual(['a.csv', 'a.xlsx'])
  expect(await runCli([...flags, join(out, 'a.csv'), '--keep-both'])).toMatchObject({ code: 0 })
  expect(await readdir(out)).toHaveLength(3)
})

test('mailroom export whose reader closes the pipe leaves no export in the list', async () => {
  const { data, keys } = await closedFolder()
  const child = spawn(process.execPath, [builtCli, 'export', ...keys, '--out', '-'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  child.stdout.destroy()
  expect(await once(child, 'close')).toEqual([0, null])
  expect(JSON.parse(await readFile(join(data, 'exports.json'), 'utf8'))).toMatchObject({ entries: [] })
})

test('mailroom export reports errors before it begins', async () => {
  const { data, out, keys } = await closedFolder()
  const ends = [
    [[], 2, 'needs --out'],
    [['--out', 'a.doc'], 2, 'doesn’t match a format'],
    [['--out', '-', '--json'], 2, '--json and --out - both print to stdout'],
    [['--out', 'a.csv', '--columns', 'subjct'], 2, 'There is no column'],
    [['--out', 'a.csv', '--source', 'service'], 2, 'add --from'],
    [['--out', 'a.csv', '--source', 'service', '--from', '2026-02-30'], 2, '--from takes a day such as 2026-01-31'],
    [['x', '--out', 'a.csv', '--source', 'delta'], 2, 'A query works only with --source archive'],
    [['--out', join(out, 'gone', 'a.csv')], 1, 'does not exist'],
    [['--out', join(out, 'a.csv'), '--source', 'service', '--from', '2026-01-01'], 1, ''],
  ] as const
  for (const [flags, code, sentence] of ends) {
    const ended = await runCli(['export', ...keys, ...flags])
    expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(sentence) as string })
    expect(ended.stderr).toMatch(/^[^\n]+\n$/)
  }
  const lock = lockDataFolder(data, { pid: 4711, host: 'Electron' })
  expect(await runCli(['export', ...keys, '--out', join(out, 'a.csv')])).toMatchObject({ code: 75, stdout: '' })
  lock.release()
  expect(await readdir(out)).toEqual([])
})

test.skipIf(process.platform !== 'linux')(
  'mailroom export writes through a link and into a pipe, and replaces neither',
  async () => {
    const { out, keys } = await closedFolder()
    const [file, link, later, pipe] = ['file.csv', 'link.csv', 'later.csv', 'pipe.csv'].map((name) => join(out, name))
    await writeFile(file!, 'earlier')
    await symlink('file.csv', link!)
    await symlink('made.csv', later!)
    expect(spawnSync('mkfifo', [pipe!]).status).toBe(0)
    const flags = ['export', '--columns', 'id', ...keys, '--out']
    const lines = (text: string) => text.trimEnd().split(/\r?\n/).length
    const done = await runCli([...flags, link!, '--json'])
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(done.stdout)).toMatchObject({ file: link, rows: 1200 })
    expect(await runCli([...flags, later!])).toMatchObject({ code: 0, stderr: '' })
    const [piped, read] = await Promise.all([runCli([...flags, pipe!]), readFile(pipe!, 'utf8')])
    expect(piped).toEqual({ code: 0, stdout: '', stderr: '' })
    const texts = [read, await readFile(file!, 'utf8'), await readFile(join(out, 'made.csv'), 'utf8')]
    expect(texts.map(lines)).toEqual([1201, 1201, 1201])
    expect([(await lstat(link!)).isSymbolicLink(), (await lstat(later!)).isSymbolicLink()]).toEqual([true, true])
    expect((await lstat(pipe!)).isFIFO()).toBe(true)
    const full = await runCli([...flags, '/dev/full', '--format', 'csv'])
    expect(full).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('disk is full') as string })
    expect((await lstat('/dev/full')).isCharacterDevice()).toBe(true)
  },
)

/** An account on a sandbox, and a folder for files. */
async function atSandbox() {
  return { ...(await account({ scenario: 'demo' })), out: await temporaryFolder() }
}

test('mailroom export fetches a period and a delta from the service', async () => {
  const { data, out, env } = await atSandbox()
  const from = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10)
  const to = new Date().toISOString().slice(0, 10)
  const service = ['export', '--data', data, '--source', 'service', '--from', from, '--to', to]
  expect(await runCli([...service, '--out', join(out, 'week.json')], { env })).toMatchObject({ code: 0, stderr: '' })
  expect((JSON.parse(await readFile(join(out, 'week.json'), 'utf8')) as unknown[]).length).toBeGreaterThan(10)
  const delta = ['export', '--data', data, '--source', 'delta', '--out', join(out, 'new.json')]
  expect(await runCli(delta, { env })).toMatchObject({ code: 0, stderr: '' })
  expect(Array.isArray(JSON.parse(await readFile(join(out, 'new.json'), 'utf8')))).toBe(true)
})

test('mailroom export delivers a delta left by a crash before it requests a new one', async () => {
  const { sandbox, data, out, env } = await atSandbox()
  const deltas = (): number => sandbox.control.requests().filter(({ path }) => path.endsWith('/delta')).length
  const to = (name: string) =>
    runCli(['export', '--data', data, '--source', 'delta', '--out', join(out, name)], { env })
  await mkdir(join(out, 'new.json'))
  const blocked = await to('new.json')
  expect(blocked).toMatchObject({ code: 1, stderr: expect.stringContaining('was kept. Export again') as string })
  const other = await to('other.json')
  expect(other).toMatchObject({ code: 0, stderr: expect.stringContaining('“new.json” were downloaded') as string })
  // The state of the list if the process is killed right after the response arrives.
  const list = join(data, 'exports.json')
  const { entries, last } = JSON.parse(await readFile(list, 'utf8')) as { entries: { name: string }[]; last: unknown }
  const running = { state: 'running', endedAt: null, keepsDelta: false }
  const killed = entries.map((entry) => (entry.name === 'new.json' ? { ...entry, ...running } : entry))
  await writeFile(list, JSON.stringify({ entries: killed, last }))
  await rm(join(out, 'new.json'), { recursive: true })
  const before = deltas()
  expect(await to('new.json')).toMatchObject({ code: 0, stderr: expect.stringContaining('earlier delta') as string })
  expect(deltas()).toBe(before)
  expect((JSON.parse(await readFile(join(out, 'new.json'), 'utf8')) as unknown[]).length).toBeGreaterThan(10)
  expect(await to('new.json')).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(deltas()).toBe(before + 1)
  expect((await readdir(out)).sort()).toEqual(['new.json', 'other.json'])
})

test('mailroom export delivers a kept delta only to its own folder', async () => {
  const { data, out, env } = await atSandbox()
  const to = (path: string) =>
    runCli(['export', '--data', data, '--source', 'delta', '--out', join(out, path)], { env })
  for (const folder of ['a', 'b']) await mkdir(join(out, folder, 'reports'), { recursive: true })
  await mkdir(join(out, 'a/reports/new.json'))
  expect(await to('a/reports/new.json')).toMatchObject({ code: 1 })
  await rm(join(out, 'a/reports/new.json'), { recursive: true })
  expect(await to('b/reports/new.json')).toMatchObject({ code: 0 })
  expect([await readdir(join(out, 'a/reports')), await readdir(join(out, 'b/reports'))]).toEqual([[], ['new.json']])
})

test.skipIf(process.platform !== 'linux')('a delta that cannot be delivered is written to a file', async () => {
  const { data, out, env } = await atSandbox()
  const typedIn = { npm_lifecycle_event: 'mailroom', npm_package_name: 'mailroom', INIT_CWD: out }
  const delta = ['export', '--data', data, '--source', 'delta', '--format', 'json', '--out', '/dev/full']
  const { code, stderr } = await runCli(delta, { env: { ...env, ...typedIn } })
  expect([code, stderr]).toEqual([1, expect.stringContaining('disk is full')])
  const [name = ''] = await readdir(out)
  expect(stderr).toContain(join(out, name))
  expect((JSON.parse(await readFile(join(out, name), 'utf8')) as unknown[]).length).toBeGreaterThan(10)
})

test.each(['service', 'delta'])('an interrupted mailroom export of the %s leaves no file', async (source) => {
  const { sandbox, data, out, env } = await atSandbox()
  await sandbox.control.setFaults([{ kind: 'hang', path: '/export/*' }])
  const days = source === 'service' ? ['--from', '2026-01-01'] : []
  const to = ['--source', source, ...days, '--out', join(out, 'news.json')]
  const { interrupt, ended } = startCli(['export', '--data', data, ...to], { env })
  await expect.poll(() => sandbox.control.requests().some(({ fault }) => fault === 'hang')).toBe(true)
  interrupt()
  expect(await ended).toMatchObject({ code: 130, stdout: '' })
  expect(await readdir(out)).toEqual([])
  lockDataFolder(data, { pid: 1, host: 'test' }).release()
})
