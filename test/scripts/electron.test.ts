import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'

type Module = { sandboxRefusal(program: string, system: string): { why: string; wayOut: string } | null }

const source = new URL('../../scripts/support/electron.mjs', import.meta.url).href
const { sandboxRefusal } = (await import(source)) as Module
const processes = new URL('../../scripts/support/process.mjs', import.meta.url).href

async function systemWith(files: Readonly<Record<string, string>>): Promise<string> {
  const system = await temporaryFolder()
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(system, name)), { recursive: true })
    await writeFile(join(system, name), text)
  }
  return system
}

const switchFile = 'proc/sys/kernel/apparmor_restrict_unprivileged_userns'
const program = '/somewhere/dist/electron'

test('if the system refuses the sandbox to programs without a profile, a reason and a remedy are given', async () => {
  const refusal = sandboxRefusal(program, await systemWith({ [switchFile]: '1\n' }))
  expect(refusal?.why).toContain('kernel.apparmor_restrict_unprivileged_userns is 1')
  expect(refusal?.wayOut).toContain('sudo chmod 4755 /somewhere/dist/chrome-sandbox')
})

test.each([
  ['the switch is off', { [switchFile]: '0\n' }],
  ['the system has no such switch', {}],
  ['a profile names the program', { [switchFile]: '1\n', 'etc/apparmor.d/mine': `profile mine ${program} {}` }],
])('Electron is started where %s', async (_case, files) => {
  expect(sandboxRefusal(program, await systemWith(files))).toBeNull()
})

test.skipIf(process.platform === 'win32').each([
  ['process.abort()', { code: 134, signal: 'SIGABRT', isAskedToEnd: false }],
  ['process.exit(3)', { code: 3, signal: null, isAskedToEnd: false }],
  // As Ctrl+C does, a signal reaches the script, which passes it on.
  [
    "process.kill(process.ppid, 'SIGINT'); setInterval(() => undefined, 1000)",
    { code: 130, signal: 'SIGINT', isAskedToEnd: true },
  ],
])('a program that ends by %s is reported with it', (code, ended) => {
  const script = `
    const { becomeFor } = await import(${JSON.stringify(processes)})
    console.log(JSON.stringify(await becomeFor(process.execPath, ['-e', ${JSON.stringify(code)}])))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(JSON.parse(stdout)).toEqual(ended)
})
