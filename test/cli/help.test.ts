import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { shownFlags } from '../../src/cli/framework/help.ts'
import { commands } from '../../src/cli/mailroom.ts'
import { filledFolder } from './support/filled-folder.ts'
import { runCli } from './support/run-cli.ts'

const names = Object.keys(commands)
const bundle = fileURLToPath(new URL('../../out/main/cli.js', import.meta.url))

test('help names every command, and each explains all of its flags with examples and exit codes', async () => {
  const { code, stdout, stderr } = await runCli(['--help'])
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

test('without a command, with a wrong one and with flags first it says how it is used, and ends with 2', async () => {
  expect(await runCli([])).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Usage:') as string })
  const wrong = await runCli(['serach'])
  expect(wrong).toEqual({
    code: 2,
    stdout: '',
    stderr: 'There is no command serach. Did you mean search? See mailroom --help.\n',
  })
  expect(await runCli(['--data', 'x', 'search'])).toMatchObject({ code: 2, stdout: '' })
  expect(await runCli(['constructor'])).toMatchObject({ code: 2, stdout: '' })
})

test('the bundle of the packaged app does the same', async () => {
  const { data } = await filledFolder()
  expect(await runCli(['--version'], { program: bundle })).toMatchObject({ code: 0, stderr: '' })
  const flags = ['search', '--data', data, '--limit', '3']
  const fromSource = await runCli(flags)
  expect(fromSource.stdout.split('\n')).toHaveLength(4)
  expect(await runCli(flags, { program: bundle })).toEqual(fromSource)
})

test('bash completes commands, flags and choices', async () => {
  const { stdout: script } = await runCli(['completion', 'bash'])
  const complete = async (...words: string[]): Promise<string[]> => {
    const typed = words.map((word) => `'${word}'`).join(' ')
    const ask = `COMP_WORDS=(mailroom ${typed}); COMP_CWORD=${words.length}; _mailroom; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout } = await promisify(execFile)('bash', ['-c', `${script}\n${ask}`])
    return stdout.trim().split('\n')
  }
  expect(await complete('s')).toEqual(['search', 'stats', 'sync', 'send', 'serve', 'sandbox'])
  expect(await complete('search', '--co')).toEqual(['--columns', '--count'])
  expect(await complete('accounts', 'a')).toEqual(['add'])
  expect(await complete('sandbox', '--scenario', 'd')).toEqual(['demo'])
  expect(await complete('search', '--out', '')).toEqual([''])
})

test('zsh and fish get a script of their own, and other shells a sentence', async () => {
  expect((await runCli(['completion', 'zsh'])).stdout).toMatch(/^#compdef mailroom\n/)
  const fish = (await runCli(['completion', 'fish'])).stdout.split('\n')
  expect(fish).toContain("complete -c mailroom -n __fish_use_subcommand -a search -d 'Find messages in the archive'")
  expect(await runCli(['completion', 'tcsh'])).toMatchObject({ code: 2, stdout: '' })
  expect(await runCli(['completion'])).toMatchObject({ code: 2, stdout: '' })
})
