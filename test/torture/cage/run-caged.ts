import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { failed, type Case, type Limits, type Verdict } from './case.ts'
import type { FromChild, ToChild } from './messages.ts'
import { cpuSecondsOf } from './process-usage.ts'

const child = fileURLToPath(new URL('child.ts', import.meta.url))
/** A case that waits forever uses no CPU, so a timeout ends it. The limit leaves time for a busy machine. */
const longestWait = 120_000

export type OnVerdict = (given: Case, verdict: Verdict) => void

/**
 * Runs every case in another process. A case that hangs or crashes counts as failed, and the next ones run in a new
 * process.
 */
export async function runCaged(cases: readonly Case[], limits: Limits, onVerdict: OnVerdict): Promise<void> {
  for (let at = 0; at < cases.length;) {
    const some = limits.isFresh ? cases.slice(at, at + 1) : cases.slice(at)
    at += await runSome(some, limits, onVerdict)
  }
}

/** Resolves to the number of cases that are done. */
function runSome(cases: readonly Case[], { cpuSeconds }: Limits, onVerdict: OnVerdict): Promise<number> {
  const running = fork(child, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const log = tailOf(running)
  let done = 0
  let reason: string | null = null
  let begun = { cpu: 0, time: Date.now() }
  const watch = setInterval(() => {
    const used = cpuSecondsOf(running.pid!) - begun.cpu
    if (used > cpuSeconds) reason = `was ended after ${used.toFixed(1)} s of CPU`
    else if (Date.now() - begun.time > longestWait) reason = `was ended after ${longestWait / 1000} s without a result`
    if (reason !== null) running.kill('SIGKILL')
  }, 100)
  running.on('message', (message: FromChild) => {
    begun = { cpu: cpuSecondsOf(running.pid!), time: Date.now() }
    if ('begun' in message) return
    done = message.ended + 1
    onVerdict(cases[message.ended]!, message.verdict)
  })
  const first: ToChild = { cases }
  running.send(first)
  return new Promise((resolve) => {
    running.once('close', (code, signal) => {
      clearInterval(watch)
      if (done === cases.length) return resolve(done)
      onVerdict(cases[done]!, failed(reason ?? `ended the process (${signal ?? code}): ${log()}`))
      resolve(done + 1)
    })
  })
}

function tailOf(running: ChildProcess): () => string {
  let tail = ''
  running.stderr!.setEncoding('utf8').on('data', (text: string) => (tail = (tail + text).slice(-2000)))
  return () => tail.trim().split('\n').slice(-6).join(' | ')
}
