import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readServeFlags } from '../../src/cli/serve/serve-flags.ts'

const script = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url))
const flagsModule = new URL('../../scripts/support/start-flags.mjs', import.meta.url).href

async function run(program: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [...program], { env, timeout: 50_000 })) }
  } catch (thrown) {
    const { code, stdout, stderr } = thrown as { code: number; stdout: string; stderr: string }
    return { code, stdout, stderr }
  }
}

test('--help lists every flag of the browser host and starts nothing', async () => {
  const { code, stdout, stderr } = await run([script, '--data', 'x', '--help'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const named = [...stdout.matchAll(/^ {2}(--[a-z-]+)( [A-Z]+)? /gm)].filter(([, flag]) => flag !== '--help')
  const values: Record<string, string> = { '--port': '1', '--data': 'x', '--scenario': 'demo' }
  const flags = named.flatMap(([, flag = '', value]) => (value ? [flag, values[flag] ?? ''] : [flag]))
  const read = { noOpen: true, json: true, port: 1, data: 'x', scenario: 'demo' }
  expect(readServeFlags(flags)).toMatchObject(read)
})

test.each([
  [['--prot', '1'], 'There is no flag --prot.'],
  [['--prot=1'], 'There is no flag --prot.'],
  [['-x'], 'There is no flag -x.'],
  [['--data'], '--data needs a value.'],
  [['--data='], '--data needs a value.'],
  [['--data', '--json'], '--data needs a value.'],
  [['--json=yes'], '--json takes no value.'],
  [['--port', 'x'], '--port takes a number from 0 to 65535, not "x".'],
  [['--port=70000'], '--port takes a number from 0 to 65535, not "70000".'],
  [['--sandbox', 'full'], '--scenario takes one of empty, demo, million, not "full".'],
  [['folder'], 'Mailroom takes only flags, and "folder" is not one.'],
])('%j is refused with an error message, before anything is set up', async (flags, sentence) => {
  expect(await run([script, ...flags])).toEqual({
    code: 2,
    stdout: '',
    stderr: `${sentence} npm start -- --help lists all flags.\n`,
  })
})

test.each([
  ['--port', 'x'],
  ['--scenario', 'full'],
])('%s %s is refused with the browser host’s error message', async (...flags) => {
  let sentence = ''
  try {
    readServeFlags(flags)
  } catch (thrown) {
    sentence = (thrown as Error).message
  }
  expect(sentence).not.toBe('')
  expect((await run([script, ...flags])).stderr).toContain(sentence)
})

test('a relative data folder is resolved where the command was typed', async () => {
  const typedIn = join(process.cwd(), 'somewhere else')
  const code = `import { readStartFlags } from ${JSON.stringify(flagsModule)}
    console.log(JSON.stringify(readStartFlags(['--data', 'own', '--no-open'])))`
  const { stdout } = await run(['--input-type=module', '-e', code], { ...process.env, INIT_CWD: typedIn })
  expect(JSON.parse(stdout)).toEqual({
    flags: [{ name: 'data', value: join(typedIn, 'own') }, { name: 'no-open' }],
  })
})

test('a program of the project gets its flags unchanged', async () => {
  const runner = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url))
  const { code, stdout, stderr } = await run([runner, 'src/cli/main.ts', 'sandbox', '--sed', 'demo'])
  const sentence = 'There is no flag --sed. Did you mean --seed? See mailroom sandbox --help.\n'
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: sentence })
})

test('a program ends with the shell in which npm started it', async () => {
  const mailroom = fileURLToPath(new URL('../../scripts/mailroom.mjs', import.meta.url))
  const command = `'${process.execPath}' '${mailroom}' sandbox --json; true`
  const env = { ...process.env, npm_lifecycle_event: 'sandbox' }
  // A separate process group, so that all leftover processes can be killed.
  const shell = spawn('sh', ['-c', command], { env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    try {
      process.kill(-shell.pid!, 'SIGKILL')
    } catch {
      // Every process of the group has ended.
    }
  })
  await once(shell.stdout, 'readable')
  const rest = text(shell.stdout)
  shell.kill('SIGTERM')
  // The output stream ends only when the last process that could write to it has ended.
  expect(await rest).toContain('"ready":"sandbox"')
})
