import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))
const bin = join(root, 'node_modules', '.bin')

/** Progress goes to stderr, because other programs read stdout. */
export function say(sentence) {
  process.stderr.write(`${sentence}\n`)
}

/** The path of the Node that the lock file installs, version 24. Another version may be running these scripts. */
export function node24() {
  return join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/** Runs a program to its end. Its output goes to stderr unless `stdio` says otherwise. */
export function run(program, argumentList, { stdio = ['ignore', 2, 2], env = {}, timeout, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, argumentList, {
      cwd: root,
      stdio,
      timeout,
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, ...env },
      ...options,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (output += text))
    child.once('error', (error) => resolve({ code: 127, signal: null, output: error.message }))
    child.once('close', (code, signal) => resolve({ code, signal, output }))
  })
}

/** Runs the file of a tool in node_modules without a shell, so that it runs the same way on every platform. */
export function runTool(file, argumentList, options) {
  return run(node24(), [join(root, 'node_modules', ...file.split('/')), ...argumentList], options)
}

/**
 * Runs npm with its own Node and without node_modules/.bin in PATH: `npm ci` deletes that folder, and with it the
 * Node that would be running.
 */
export function npm(argumentList) {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes(`node_modules${sep}.bin`))
  const options = { env: { PATH: path.join(delimiter) } }
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  if (cli && node && existsSync(cli) && existsSync(node)) return run(node, [cli, ...argumentList], options)
  return run('npm', argumentList, { ...options, shell: process.platform === 'win32' })
}

/**
 * Ends this process when the shell that npm starts for its scripts has ended. npm sends signals only to that shell,
 * and would leave this process running.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}

/** Runs the program in place of this one, with the same terminal, signals and exit code. */
export async function become(program, argumentList) {
  return (await becomeFor(program, argumentList)).code
}

/**
 * Like `become`, but also returns how the program ended: `signal` is the signal that ended the program, or null. The
 * code is then the one that a shell would return. `isAskedToEnd` is true if this process received a signal and passed
 * it on.
 */
export function becomeFor(program, argumentList) {
  return new Promise((resolve) => {
    const child = spawn(program, argumentList, { stdio: 'inherit' })
    let isAskedToEnd = false
    child.once('error', (error) => {
      say(`${program} could not be started: ${error.message}`)
      resolve({ code: 127, signal: null, isAskedToEnd })
    })
    child.once('exit', (code, signal) =>
      resolve({ code: code ?? 128 + (constants.signals[signal] ?? 15), signal, isAskedToEnd }),
    )
    const passOn = (signal) => {
      isAskedToEnd = true
      child.kill(signal)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, passOn)
    endWithNpm()
  })
}
