import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const patience = { doctor: 120_000, start: 60_000, end: 30_000 }

/** The paths of the program in `dist` and of its command-line launcher. */
export function placesIn(dist, { platform, arch } = process) {
  if (platform === 'darwin') {
    const contents = join(dist, arch === 'arm64' ? 'mac-arm64' : 'mac', 'Mailroom.app', 'Contents')
    return { program: join(contents, 'MacOS', 'Mailroom'), launcher: join(contents, 'Resources', 'bin', 'mailroom') }
  }
  const folder = join(dist, platform === 'win32' ? 'win-unpacked' : 'linux-unpacked')
  const [program, launcher] = platform === 'win32' ? ['Mailroom.exe', 'mailroom.cmd'] : ['mailroom', 'mailroom']
  return { program: join(folder, program), launcher: join(folder, 'resources', 'bin', launcher) }
}

/** The AppImage in `dist`, with the same commands as the program in it. */
export function appImageIn(dist) {
  const images = readdirSync(dist).filter((name) => name.endsWith('.AppImage'))
  if (images.length !== 1) throw new Error(`${dist} has ${images.length} AppImages, not one.`)
  return { program: join(dist, images[0]), launcher: null }
}

/**
 * Returns a sentence about what does not work, or null if everything works. The fuses keep test tools out of the
 * packaged program, but its commands, log and exit code still work. Without a launcher, only the window is tried.
 */
export async function tryProgram({ program, launcher }, say, limits = patience) {
  const folder = mkdtempSync(join(tmpdir(), 'mailroom-packaged-'))
  try {
    return (
      (launcher && (await doctorProblem(launcher, { data: join(folder, 'doctor'), say, limits }))) ??
      (await windowProblem(program, { data: join(folder, 'window'), say, limits }))
    )
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

async function doctorProblem(launcher, { data, say, limits }) {
  // Only a shell runs a batch file.
  const isBatch = launcher.endsWith('.cmd')
  const run = started(isBatch ? `"${launcher}"` : launcher, ['doctor', '--self', '--json', '--data', data], {
    shell: isBatch,
  })
  const code = await within(limits.doctor, run)
  let report
  try {
    report = JSON.parse(run.output())
  } catch {
    return `mailroom doctor printed no report and ended with ${code}: ${run.output()}${run.errors()}`
  }
  for (const { name, ok, sentence, mend } of report.checks)
    say(`${ok ? 'ok' : 'FAIL'} ${name}: ${sentence} ${mend ?? ''}`)
  return code === 0 && report.ok === true ? null : `mailroom doctor ended with ${code}.`
}

async function windowProblem(program, { data, say, limits }) {
  const run = started(program, ['--data', data, '--secrets', 'memory'])
  const logged = (text) => readLog(data).some((line) => line.includes(`"${text}"`))
  const problem = (sentence) => `${sentence}\n${readLog(data).join('\n')}\n${run.errors()}`
  const latest = Date.now() + limits.start
  while (!logged('started')) {
    if (run.child.exitCode !== null)
      return problem(`The window ended with ${run.child.exitCode} before it had started.`)
    if (Date.now() > latest) {
      run.child.kill('SIGKILL')
      return problem('The window did not start in time.')
    }
    await pause(100)
  }
  say('The window has started.')
  // Without /F, taskkill asks the window to close, as a user would.
  if (process.platform === 'win32') spawnSync('taskkill', ['/PID', String(run.child.pid)], { stdio: 'ignore' })
  else run.child.kill('SIGTERM')
  const code = await within(limits.end, run)
  if (code !== 0) return problem(`The window ended with ${code}, not with 0.`)
  if (!logged('stopped')) return problem('The window ended without closing what it had open.')
  say('The window has closed with code 0.')
  return null
}

function started(program, argumentList, options = {}) {
  const child = spawn(program, argumentList, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  const texts = { out: '', error: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => (texts.out += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (texts.error += text))
  const ended = new Promise((resolve) => {
    child.once('error', (error) => {
      texts.error += error.message
      resolve(127)
    })
    child.once('close', (code, signal) => resolve(code ?? signal))
  })
  return { child, ended, output: () => texts.out, errors: () => texts.error }
}

/** Returns the exit code; a program that exceeds the time is killed. */
async function within(milliseconds, { child, ended }) {
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds)
  try {
    return await ended
  } finally {
    clearTimeout(timer)
  }
}

function readLog(data) {
  const path = join(data, 'logs', 'mailroom.log')
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
}
