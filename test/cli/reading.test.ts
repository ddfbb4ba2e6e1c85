import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { lstat, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { lockDataFolder } from '#core/node/index.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { builtCli } from '#test/support/worker-code.ts'
import { filledFolder } from './support/filled-folder.ts'
import { runCli, spawnCli } from './support/run-cli.ts'

describe('mailroom search', () => {
  test('writes every match to a pipe while Mailroom runs, and nothing to stderr', async () => {
    const { data, messages } = await filledFolder()
    const lock = lockDataFolder(data, { pid: process.pid, host: 'test' })
    const { code, stdout, stderr } = await spawnCli(['search', '--data', data]).ended
    lock.release()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const lines = stdout.trimEnd().split('\n')
    const newestFirst = messages.toSorted((one, other) => other.createdDate - one.createdDate)
    expect(lines.map((line) => line.split('\t')[2])).toEqual(newestFirst.map(({ email }) => email))
    expect(lines.every((line) => line.split('\t').length === 5)).toBe(true)
  })

  test('writes objects with the values of the messages, including tabs and line breaks', async () => {
    const odd = 'a\tb\r\nc\u2028"d" = \u001b[31m'
    const { data, messages } = await filledFolder((message, at) => (at === 7 ? { ...message, subject: odd } : message))
    const columns = 'id,email,subject,createdDate,meta:order,meta'
    const { stdout } = await runCli(['search', '--data', data, '--json', '--columns', columns])
    const found = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const byId = new Map(messages.map((message) => [message.id, message]))
    expect(found).toHaveLength(messages.length)
    for (const { id, email, subject, createdDate, meta, 'meta:order': order } of found) {
      const message = byId.get(id as string)!
      const { order: itsOrder = null } = message.meta ?? {}
      const its = [message.email, message.subject, new Date(message.createdDate).toISOString(), itsOrder]
      expect([email, subject, createdDate, order]).toEqual(its)
      expect(meta ?? {}).toEqual(message.meta ?? {})
    }
    const lines = await runCli([
      'search',
      '--data',
      data,
      '--columns',
      'id,subject',
      `subject:"${'a'}"`,
      '--limit',
      '9',
    ])
    expect(lines.stdout.split('\n').filter((line) => line.split('\t').length > 2)).toEqual([])
  })

  test('sorts, limits, counts, and writes a complete file', async () => {
    const { data, messages } = await filledFolder()
    const out = join(await temporaryFolder(), 'found.tsv')
    const sorted = ['--sort', 'size:up', '--columns', 'size', '--limit', '700', '--out', out]
    expect(await runCli(['search', '--data', data, ...sorted])).toEqual({ code: 0, stdout: '', stderr: '' })
    const sizes = messages.map(({ size }) => size).sort((one, other) => one - other)
    expect(await readFile(out, 'utf8')).toBe(`${sizes.slice(0, 700).join('\n')}\n`)
    const folder = join(out, '..', 'gone')
    expect(await runCli(['search', '--data', data, '--out', join(folder, 'found.tsv')])).toMatchObject({
      code: 1,
      stderr: `The folder ${folder} given by --out does not exist. Create it first, or choose another one.\n`,
    })
    for (const wrong of [join(out, 'below-a-file'), join(out, '..')]) {
      const refused = await runCli(['search', '--data', data, '--out', wrong])
      expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('folder') as string })
    }
    expect(await readdir(join(out, '..'))).toEqual(['found.tsv'])
    expect((await runCli(['search', '--data', data, '--count'])).stdout).toBe('1200\n')
  })

  test('finds and writes metadata whose names are properties of every object', async () => {
    const meta = JSON.parse('{"__proto__": "P", "constructor": "C"}') as Record<string, string>
    const { data } = await filledFolder((message, at) => (at === 7 ? { ...message, meta } : message))
    const columns = ['--json', '--columns', 'meta:__proto__,meta:constructor,meta:toString,meta']
    const { stdout } = await runCli(['search', '--data', data, 'meta.__proto__:P', ...columns])
    const shown = [
      ['meta:__proto__', 'P'],
      ['meta:constructor', 'C'],
      ['meta:toString', null],
    ]
    expect(Object.entries(JSON.parse(stdout) as object)).toEqual([...shown, ['meta', meta]])
    const counted = await runCli(['stats', '--data', data, 'last:90y', '--by', 'meta:__proto__', '--csv'])
    expect(counted.stdout).toContain('\r\nP,')
  })

  test.skipIf(process.platform !== 'linux')('writes through a link and into a pipe, and replaces neither', async () => {
    const { data } = await filledFolder()
    const folder = await temporaryFolder()
    const [file, link, pipe] = [join(folder, 'found'), join(folder, 'link'), join(folder, 'pipe')]
    await symlink(file, link)
    await writeFile(file, 'earlier')
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0)
    const count = ['search', '--data', data, '--count', '--out']
    expect(await runCli([...count, link])).toMatchObject({ code: 0 })
    expect([await readFile(file, 'utf8'), (await lstat(link)).isSymbolicLink()]).toEqual(['1200\n', true])
    const [ended, read] = await Promise.all([runCli([...count, pipe]), readFile(pipe, 'utf8')])
    expect([ended.code, read, (await lstat(pipe)).isFIFO()]).toEqual([0, '1200\n', true])
    const full = await runCli([...count, '/dev/full'])
    expect(full).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('disk is full') as string })
    expect((await lstat('/dev/full')).isCharacterDevice()).toBe(true)
  })

  test('ends quietly when the reader closes the pipe', async () => {
    const { data } = await filledFolder()
    const child = spawn(process.execPath, [builtCli, 'search', '--data', data, '--json'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (text: Buffer) => (said += text.toString()))
    const lines = createInterface(child.stdout)
    await once(lines, 'line')
    child.stdout.destroy()
    const [code] = (await once(child, 'close')) as [number | null]
    expect({ code, said }).toEqual({ code: 0, said: '' })
  })

  const ends = [
    [['nothing-like-this'], 4, ''],
    [['on:foo'], 2, '“on:foo”: “foo” is not a date.'],
    [['--columns', 'subjct'], 2, 'There is no column named subjct. Did you mean subject?'],
    [['--columns', 'openDetails'], 2, '--columns takes createdDate'],
    [['--limit', '-1'], 2, '--limit takes a number from 1 to 1000000000, not "-1".'],
    [['--limit', '--count'], 2, '--limit needs a value. See mailroom search --help.'],
    [['--limit', 'many'], 2, '--limit takes a number'],
    [['--sort', 'name'], 2, '--sort takes one of created'],
    [['--zone', 'Mars/Base'], 2, '--zone takes a name'],
    [['-tag:x'], 2, 'Put a QUERY that begins with a hyphen after --.'],
    [['--account', 'Shp'], 2, 'There is no account named Shp. Did you mean Shop?'],
  ] as const

  test('reports an error in one sentence and with an exit code', async () => {
    const { data } = await filledFolder()
    for (const [flags, code, sentence] of ends) {
      const ended = await runCli(['search', '--data', data, ...flags])
      expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(sentence) as string })
      expect(ended.stderr.split('\n').length).toBeLessThanOrEqual(2)
    }
  })

  test('never uses the last account in a script, and says so on a terminal', async () => {
    const { data } = await filledFolder(undefined, ['Other'])
    for (const command of ['search', 'stats', 'sync', 'accounts check']) {
      const sentence = 'There are several accounts: Shop, Other. Choose one with --account.\n'
      expect(await runCli([...command.split(' '), '--data', data])).toEqual({ code: 2, stdout: '', stderr: sentence })
    }
    expect(await runCli(['search', '--data', data, '--account', 'shop', '--count'])).toMatchObject({ stdout: '1200\n' })
    const typed = await runCli(['search', '--data', data, '--count'], { isTerminal: true })
    expect(typed).toEqual({
      code: 0,
      stdout: '1200\n',
      stderr: 'Using Shop, the last account you used. To choose another, add --account.\n',
    })
    const empty = await runCli(['search', '--data', data, '--account', 'Other'])
    expect(empty).toMatchObject({ code: 1, stderr: 'This account hasn’t been synced yet. Run mailroom sync.\n' })
  })

  test('a search with an exclusion may begin with a hyphen', async () => {
    const { data, messages } = await filledFolder()
    const { stdout } = await runCli(['search', '--data', data, '--count', '--', '-tag:invoice'])
    expect(Number(stdout)).toBe(messages.filter(({ tags }) => !tags.includes('invoice')).length)
  })
})

describe('mailroom stats', () => {
  test('counts the archive as text, as values and as a table', async () => {
    const { data, messages } = await filledFolder()
    const everything = ['stats', '--data', data, 'last:90y']
    const { stdout } = await spawnCli([...everything, '--json']).ended
    const bounced = messages.filter(({ lastState }) => lastState === 'hardbounced').length
    expect(JSON.parse(stdout)).toMatchObject({ messages: 1200, figures: { hard: { part: bounced } } })
    const lines = (await runCli([...everything, '--by', 'tag', '--json'])).stdout.trimEnd().split('\n')
    const counted = lines.map((line) => JSON.parse(line) as { value: string; messages: number })
    const invoices = messages.filter(({ tags }) => tags.includes('invoice')).length
    expect(counted.find(({ value }) => value === 'invoice')?.messages).toBe(invoices)
    const csv = (await runCli([...everything, '--by', 'day', '--csv'])).stdout.trimEnd().split('\r\n')
    expect(csv[0]).toMatch(/^day,Requested,Delivered,/)
    const sum = csv.slice(1).reduce((all, line) => all + Number(line.split(',')[1]), 0)
    expect(sum).toBe(1200)
    const newest = (await runCli([...everything, '--by', 'day', '--csv', '--limit', '2'])).stdout
      .trimEnd()
      .split('\r\n')
    expect(newest).toEqual([csv[0], ...csv.slice(-2)])
    expect((await runCli(everything)).stdout).toContain(`Hard bounces`)
  })

  test('lists metadata as it is written in the messages', async () => {
    const { data } = await filledFolder((message) => ({ ...message, meta: { order: 'N-101015' } }))
    for (const form of [[], ['--csv'], ['--json']]) {
      const { stdout } = await runCli(['stats', '--data', data, 'last:90y', '--by', 'meta:order', ...form])
      expect(stdout).toContain('N-101015')
    }
  })

  test('prints zeros for programs if there is nothing to count, and writes them to the file', async () => {
    const { data } = await filledFolder()
    const nothing = ['stats', '--data', data, 'nothing-like-this']
    const { code, stdout } = await runCli([...nothing, '--json'])
    expect([code, JSON.parse(stdout)]).toMatchObject([4, { messages: 0, figures: { hard: { part: 0 } } }])
    const file = join(data, 'figures.csv')
    await writeFile(file, 'of yesterday')
    expect(await runCli([...nothing, '--csv', '--out', file])).toMatchObject({ code: 4, stdout: '' })
    expect(await readFile(file, 'utf8')).toMatch(/^Figure,Messages,Of\r\nRequested,0,/)
  })

  test('exits with 4 if there is nothing to count, and with 2 on wrong usage', async () => {
    const { data } = await filledFolder()
    const ends = [
      [['nothing-like-this'], 4],
      [['nothing-like-this', '--by', 'tag', '--json'], 4],
      [['--by', 'size'], 2],
      [['--json', '--csv'], 2],
    ] as const
    for (const [flags, code] of ends) {
      expect(await runCli(['stats', '--data', data, ...flags])).toMatchObject({ code, stdout: '' })
    }
  })
})

describe('mailroom accounts', () => {
  test('are listed, or reported as missing', async () => {
    const { data } = await filledFolder(undefined, ['Other'])
    const { stdout } = await spawnCli(['accounts', '--data', data]).ended
    expect(stdout).toBe('Shop\tsomeone\thttp://127.0.0.1:9/v1\tshop\nOther\tsomeone\thttp://127.0.0.1:9/v1\tother\n')
    const none = await runCli(['accounts', '--data', await temporaryFolder()])
    expect(none).toMatchObject({ code: 4, stdout: '' })
    const search = await runCli(['search'], { env: { MAILROOM_DATA: await temporaryFolder() } })
    expect(search).toMatchObject({ code: 1, stderr: expect.stringContaining('There are no accounts yet.') as string })
  })
})
