import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { UsageError } from './usage-error.ts'
import type { Terminal } from './terminal.ts'

/** Asks before something that cannot be undone. Without a terminal there is nobody to ask, so --yes is required. */
export async function confirm(question: string, { isYes }: { isYes: boolean }, terminal: Terminal): Promise<boolean> {
  if (isYes) return true
  if (!terminal.canAsk) throw new UsageError(`${question} Nobody can be asked here: give --yes.`)
  const lines = createInterface({ input: terminal.stdin, output: terminal.stderr })
  try {
    const typed = await lines.question(`${question} [y/N] `, { signal: terminal.interrupted() })
    return /^y(?:es)?$/i.test(typed.trim())
  } finally {
    lines.close()
  }
}

/** A secret: typed without being shown, or the whole of stdin. It is never an argument, which every user of the computer sees. */
export async function askSecret(question: string, terminal: Terminal): Promise<string> {
  const { stdin, stderr } = terminal
  if (stdin.isTTY !== true) return (await text(stdin)).trim()
  if (!terminal.canAsk) throw new UsageError(`${question} Pipe it to stdin.`)
  stderr.write(`${question} `)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true })
  try {
    return (await lines.question('', { signal: terminal.interrupted() })).trim()
  } finally {
    lines.close()
    stderr.write('\n')
  }
}
