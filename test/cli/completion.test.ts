import { execFile, spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { runCli, spawnCli } from './support/run-cli.ts'

const run = promisify(execFile)
const scriptOf = async (shell: string): Promise<string> => (await runCli(['completion', shell])).stdout
const isInstalled = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0

/** Added to the title of a skipped test: why it was skipped. */
function reason(shell: string): string {
  return isInstalled(shell) ? '' : ` (skipped: ${shell} is not installed)`
}

test('bash completes commands, flags and choices', async () => {
  const script = (await spawnCli(['completion', 'bash']).ended).stdout
  const complete = async (...words: string[]): Promise<string[]> => {
    const typed = words.map((word) => `'${word}'`).join(' ')
    const ask = `COMP_WORDS=(mailroom ${typed}); COMP_CWORD=${words.length}; _mailroom; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout } = await run('bash', ['-c', `${script}\n${ask}`])
    return stdout.trim().split('\n')
  }
  expect(await complete('s')).toEqual(['search', 'stats', 'sync', 'send', 'sends', 'serve', 'sandbox', 'snapshot'])
  expect(await complete('--')).toEqual(['--help', '--version'])
  expect(await complete('search', '--co')).toEqual(['--columns', '--count'])
  expect(await complete('accounts', 'a')).toEqual(['add'])
  expect(await complete('sandbox', '--scenario', 'd')).toEqual(['demo'])
  expect(await complete('completion', 'z')).toEqual(['zsh'])
  expect(await complete('search', '--out', '')).toEqual([''])
})

test.skipIf(!isInstalled('fish'))(`fish completes them, too${reason('fish')}`, async () => {
  const folder = await temporaryFolder()
  const script = join(folder, 'mailroom.fish')
  await writeFile(script, await scriptOf('fish'))
  await writeFile(join(folder, 'people.csv'), '')
  const complete = async (line: string): Promise<string[]> => {
    const { stdout } = await run('fish', ['--no-config', '-c', `source ${script}; complete -C'mailroom ${line}'`], {
      cwd: folder,
    })
    return stdout.split('\n').filter(Boolean)
  }
  const wordsOf = async (line: string) => (await complete(line)).map((found) => found.split('\t')[0])
  expect(await complete('exp')).toEqual(['export\tWrite messages to a file, from the archive or from the service'])
  expect(await wordsOf('s')).toEqual(['sandbox', 'search', 'send', 'sends', 'serve', 'stats', 'sync'])
  expect(await wordsOf('--')).toEqual(['--help', '--version'])
  expect(await wordsOf('accounts ')).toEqual(['add', 'check', 'remove'])
  expect(await wordsOf('accounts add ')).toEqual([])
  expect(await wordsOf('accounts add --n')).toEqual(['--name', '--no-check'])
  expect(await wordsOf('accounts --n')).toEqual([])
  expect(await wordsOf('sandbox --scenario ')).toEqual(['demo', 'empty', 'million'])
  expect(await wordsOf('completion ')).toEqual(['bash', 'fish', 'zsh'])
  expect(await wordsOf('send --to-file ')).toEqual(['mailroom.fish', 'people.csv'])
})

/** Types each line into a new shell, presses Tab, and prints the completed line, with all matches inserted. */
const asker = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; autoload -U compinit; fpath=($1 \\$fpath); compinit -u -D; cd $1"
[[ -n $2 ]] && zpty -w shell "source $2"
zpty -w shell "zstyle ':completion:*' completer _all_matches _complete; zstyle ':completion:*' insert true"
zpty -w shell 'mailroom() { print -r -- "TY""PED<$*>" }'
for line in "\${@:3}"; do
  zpty -w shell "mailroom $line"$'\\t'
  out=
  while zpty -r shell part; do out+=$part; [[ $out == *'TYPED<'*'>'* ]] && break; done
  out=\${out##*'TYPED<'}
  print -r -- "\${out%%'>'*}"
done
zpty -d shell
`

describe.skipIf(!isInstalled('zsh'))(`zsh completes them, too${reason('zsh')}`, () => {
  test.each(['from a folder of $fpath, at the first Tab', 'where it was sourced'])('%s', async (way) => {
    const folder = await temporaryFolder()
    const functions = join(folder, 'functions')
    const program = join(folder, 'ask.zsh')
    await mkdir(functions)
    const isSourced = way.includes('sourced')
    const script = isSourced ? join(folder, 'script') : join(functions, '_mailroom')
    await writeFile(script, await scriptOf('zsh'))
    await writeFile(join(functions, 'people.csv'), '')
    await writeFile(program, asker)
    const complete = async (...lines: string[]): Promise<string[]> => {
      const { stdout } = await run('zsh', ['-f', program, functions, isSourced ? script : '', ...lines])
      return stdout.trimEnd().split('\n')
    }
    expect(await complete('exp')).toEqual(['export'])
    const lines = [
      's',
      '--v',
      'accounts a',
      'accounts add --n',
      'sandbox --scenario ',
      'completion ',
      'send --to-file p',
    ]
    expect(await complete(...lines)).toEqual([
      'sandbox search send serve stats sync',
      '--version',
      'accounts add',
      'accounts add --name --no-check',
      'sandbox --scenario demo empty million',
      'completion bash fish zsh',
      'send --to-file people.csv',
    ])
  })
})

test('other shells get an error message', async () => {
  expect(await runCli(['completion', 'tcsh'])).toMatchObject({ code: 2, stdout: '' })
  expect(await runCli(['completion'])).toMatchObject({ code: 2, stdout: '' })
})
