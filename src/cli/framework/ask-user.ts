import { createInterface, type Interface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { InterruptedError } from './failures.ts'
import { UsageError } from './usage-error.ts'
import type { Terminal } from './terminal.ts'

/** Asks before an action that cannot be undone. Without a terminal there is nobody to ask, so --yes is required. */
export async function confirm(question: string, { isYes }: { isYes: boolean }, terminal: Terminal): Promise<boolean> {
  if (isYes) return true
  if (!terminal.canAsk) throw new UsageError(`${question} Nobody can confirm this without a terminal. Add --yes.`)
  const lines = createInterface({ input: terminal.stdin, output: terminal.stderr })
  try {
    return /^y(?:es)?$/i.test(await typedLine(lines, `${question} [y/N] `, terminal))
  } finally {
    lines.close()
  }
}

/**
 * Reads a secret: typed without an echo, or all of stdin. Secrets are never arguments, because every user of the
 * computer can see those.
 */
export async function askSecret(question: string, terminal: Terminal): Promise<string> {
  const { stdin, stderr } = terminal
  if (stdin.isTTY !== true) return (await text(stdin)).trim()
  if (!terminal.canAsk) throw new UsageError(`${question} Pipe it to stdin.`)
  stderr.write(`${question} `)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true })
  try {
    return await typedLine(lines, '', terminal)
  } finally {
    lines.close()
    stderr.write('\n')
  }
}

/** Readline consumes Ctrl+C without raising a signal, and its promise never settles if the input ends (Ctrl+D). */
async function typedLine(lines: Interface, question: string, terminal: Terminal): Promise<string> {
  const stop = Promise.withResolvers<string>()
  lines.once('SIGINT', () => stop.reject(new InterruptedError()))
  lines.once('close', () => stop.resolve(''))
  const typed = lines.question(question, { signal: terminal.interrupted() }).catch((error: Error) => {
    throw error.name === 'AbortError' ? new InterruptedError() : error
  })
  return (await Promise.race([typed, stop.promise])).trim()
}
