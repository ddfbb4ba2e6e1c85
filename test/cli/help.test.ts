import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { builtCli } from '#test/support/worker-code.ts'
import { shownFlags } from '../../src/cli/framework/help.ts'
import { commands } from '../../src/cli/mailroom.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { filledFolder } from './support/filled-folder.ts'
import { runCli, spawnCli } from './support/run-cli.ts'

const names = Object.keys(commands)
const source = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

test('help names every command, and each explains all of its flags with examples and exit codes', async () => {
  const { code, stdout, stderr } = await spawnCli(['--help']).ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  for (const name of names) expect(stdout).toMatch(new RegExp(`^ {2}${name} {2,}\\S`, 'm'))
  for (const [name, load] of Object.entries(commands)) {
    const command = await load()
    const help = await runCli([...name.split(' '), '--help'])
    expect(help).toMatchObject({ code: 0, stderr: '' })
    for (const [flag] of shownFlags(command)) expect(help.stdout).toContain(`\n  --${flag} `)
    for (const { run } of command.examples) expect(help.stdout).toContain(run)
    expect(help.stdout).toContain('\nExit codes\n  0 ')
  }
  expect((await runCli(['help', 'sync'])).stdout).toBe((await runCli(['sync', '--help'])).stdout)
})

test('--help, -h and help explain the first word that several commands share', async () => {
  const groups = new Set(names.filter((name) => name.includes(' ')).map((name) => name.split(' ')[0]!))
  const withoutOwn = [...groups].filter((first) => !names.includes(first))
  expect(withoutOwn).toEqual(['sends', 'snapshot', 'team-archive'])
  for (const first of withoutOwn) {
    const help = await runCli([first, '--help'])
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout).toContain(`Usage: mailroom ${first} SUBCOMMAND [flags]\n`)
    for (const name of names.filter((each) => each.startsWith(`${first} `))) {
      expect(help.stdout).toMatch(new RegExp(`^ {2}${name} {2,}\\S`, 'm'))
    }
    expect(await runCli([first, '-h'])).toEqual(help)
    expect(await runCli(['help', first])).toEqual(help)
  }
})

test('no command, an unknown command, or flags before the command print the usage and exit with 2', async () => {
  expect(await runCli([])).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Usage:') as string })
  const wrong = await runCli(['serach'])
  expect(wrong).toEqual({
    code: 2,
    stdout: '',
    stderr: 'There is no command named serach. Did you mean search? See mailroom --help.\n',
  })
  for (const half of [['team-archive'], ['team-archive', '--', '--help']]) {
    expect(await runCli(half)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/create, .*move/) as string,
    })
  }
  expect(await runCli(['--data', 'x', 'search'])).toMatchObject({ code: 2, stdout: '' })
  expect(await runCli(['constructor'])).toMatchObject({ code: 2, stdout: '' })
})

test('the sources behave like the bundle of the packaged app', async () => {
  const { data } = await filledFolder()
  expect(await spawnCli(['--version'], { program: source }).ended).toMatchObject({ code: 0, stderr: '' })
  const flags = ['search', '--data', data, '--limit', '3']
  const fromBundle = await spawnCli(flags).ended
  expect(fromBundle.stdout.split('\n')).toHaveLength(4)
  expect(await spawnCli(flags, { program: source }).ended).toEqual(fromBundle)
})

test.skipIf(process.platform !== 'linux').each(['--help', 'search --help', 'completion bash', '--version'])(
  'a full disk behind the output of %s is reported as a failure',
  (words) => {
    expect(withFullOutput(words.split(' '))).toEqual([1, fullOutput])
  },
)

test.skipIf(process.platform !== 'linux')('a server that cannot report its address exits', async () => {
  expect(withFullOutput(['sandbox', '--json', '--port', '0'])).toEqual([1, fullOutput])
  const data = await temporaryFolder()
  expect(withFullOutput(['serve', '--json', '--no-open', '--secrets', 'memory', '--data', data])).toEqual([
    1,
    fullOutput,
  ])
})

const fullOutput = 'The output could not be written: the disk is full. Free up some space, then try again.\n'

function withFullOutput(words: readonly string[]): [number | null, string] {
  const shell = ['-c', 'exec "$0" "$@" > /dev/full', process.execPath, builtCli, ...words]
  const { status, stderr } = spawnSync('/bin/sh', shell, { encoding: 'utf8', timeout: 60_000 })
  return [status, stderr]
}
