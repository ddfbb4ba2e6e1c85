import type { StartKeychain } from '#core/keychain/index.ts'
import type { ExitCode } from './framework/exit-codes.ts'
import { tolerateClosedOutput } from './framework/closed-output.ts'
import { Terminal } from './framework/terminal.ts'
import { runMailroom } from './mailroom.ts'

/**
 * Runs the command line inside a program other than Node. The packaged app’s binary cannot be forked as Node, so the
 * caller provides a function that starts the keychain process. Resolves to the exit code once all output is written.
 */
export async function runInside(
  argumentList: readonly string[],
  forkKeychain: (code: URL) => StartKeychain,
): Promise<ExitCode> {
  tolerateClosedOutput()
  const code = await runMailroom(argumentList, new Terminal({ forkKeychain }))
  // Node writes to Windows terminals, and to pipes elsewhere, asynchronously.
  await Promise.all([process.stdout, process.stderr].map(gone))
  return code
}

function gone(output: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => output.write('', () => resolve()))
}
