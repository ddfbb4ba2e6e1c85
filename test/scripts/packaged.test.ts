import { chmod, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'

type Places = { program: string; launcher: string | null }
type Module = {
  appImageIn(dist: string): Places
  placesIn(dist: string, of: { platform: string; arch: string }): Places
  tryProgram(places: Places, say: (sentence: string) => void, limits?: object): Promise<string | null>
}
const source = new URL('../../scripts/support/packaged/try-program.mjs', import.meta.url).href
const { appImageIn, placesIn, tryProgram } = (await import(source)) as Module

const good = { checks: [{ name: 'page', ok: true, sentence: 'It is there.', mend: null }], ok: true }
const log = `
  const { appendFileSync, mkdirSync } = require('node:fs')
  const logs = process.argv[process.argv.indexOf('--data') + 1] + '/logs'
  const log = (text) => {
    mkdirSync(logs, { recursive: true })
    appendFileSync(logs + '/mailroom.log', JSON.stringify({ text }) + '\\n')
  }
  setInterval(() => undefined, 1000)
`
const closing = "process.on('SIGTERM', () => { log('stopped'); process.exit(0) }); log('started')"

/** Stand-ins for Mailroom: one prints the report, the other logs and is ended by a signal. */
async function places({ report = good, code = 0, window = closing }): Promise<Places> {
  const folder = await temporaryFolder()
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), `#!${process.execPath}\n${text}`)
    await chmod(join(folder, name), 0o755)
    return join(folder, name)
  }
  return {
    launcher: await write('launcher', `console.log('${JSON.stringify(report)}'); process.exitCode = ${code}`),
    program: await write('program', `${log}\n${window}`),
  }
}

const unix = test.skipIf(process.platform === 'win32')
/** Only a program that exceeds a limit may have a short one: a busy computer takes seconds to start it. */
const limits = { doctor: 20_000, start: 20_000, end: 20_000 }

unix('a program whose parts work and whose window opens and closes has no problem', async () => {
  const said: string[] = []
  expect(await tryProgram(await places({}), (sentence) => said.push(sentence))).toBeNull()
  expect(said[0]).toContain('ok page: It is there.')
})

const broken: [problem: string, of: Parameters<typeof places>[0], short?: Partial<typeof limits>][] = [
  ['doctor ended with 1', { report: { ...good, ok: false }, code: 1 }],
  ['doctor ended with 0', { report: { ...good, ok: false } }],
  ['ended with 3 before it had started', { window: 'process.exit(3)' }],
  ['did not start in time', { window: '' }, { start: 1000 }],
  ['without closing', { window: "process.on('SIGTERM', () => process.exit(0)); log('started')" }],
  ['ended with SIGKILL', { window: "process.on('SIGTERM', () => undefined); log('started')" }, { end: 1000 }],
]
unix.each(broken)('a program that %s has one', async (problem, of, short) => {
  expect(await tryProgram(await places(of), () => undefined, { ...limits, ...short })).toContain(problem)
})

unix('an AppImage is tried by its window alone', async () => {
  const { program } = await places({})
  const image = join(dirname(program), 'Mailroom-1.0.0-linux-x86_64.AppImage')
  await rename(program, image)
  expect(appImageIn(dirname(program))).toEqual({ program: image, launcher: null })
  const said: string[] = []
  expect(await tryProgram(appImageIn(dirname(program)), (sentence) => said.push(sentence))).toBeNull()
  expect(said).toEqual(['The window has started.', 'The window has closed with code 0.'])
})

unix('a folder without an AppImage is no success', async () => {
  const { program } = await places({})
  expect(() => appImageIn(dirname(program))).toThrow('has 0 AppImages, not one')
})

test('the program of each system is found where the packager puts it', () => {
  const found = (platform: string, arch: string) => placesIn('dist', { platform, arch }).program.replaceAll('\\', '/')
  expect(found('linux', 'x64')).toBe('dist/linux-unpacked/mailroom')
  expect(found('win32', 'x64')).toBe('dist/win-unpacked/Mailroom.exe')
  expect(found('darwin', 'x64')).toBe('dist/mac/Mailroom.app/Contents/MacOS/Mailroom')
  expect(found('darwin', 'arm64')).toBe('dist/mac-arm64/Mailroom.app/Contents/MacOS/Mailroom')
})
