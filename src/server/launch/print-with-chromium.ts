import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Printer } from '#core/base/ports.ts'
import { AppError } from '#shared/contract/base/error.ts'

/** In milliseconds. A report takes a second to print, and a browser that hangs must not block its job forever. */
const patience = 60_000

/**
 * Prints with an installed browser, using a separate folder and profile that are removed afterwards. The document has no
 * scripts, and the browser can reach no host.
 */
export function chromiumPrinter(program: string, parent = tmpdir()): Printer {
  return {
    async print(html, signal) {
      const folder = await mkdtemp(join(parent, 'mailroom-print-'))
      try {
        const [source, target] = [join(folder, 'report.html'), join(folder, 'report.pdf')]
        await writeFile(source, html, { mode: 0o600 })
        await run(
          program,
          [...flags(join(folder, 'profile')), `--print-to-pdf=${target}`, pathToFileURL(source).href],
          signal,
        )
        return await readFile(target)
      } catch (error) {
        signal.throwIfAborted()
        const sentence = 'The browser could not create the PDF. Choose HTML, and print the report from your browser.'
        throw new AppError('print-failed', sentence, { details: { program, reason: String(error) }, cause: error })
      } finally {
        // The browser’s helper processes may still be writing to its profile.
        await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => undefined)
      }
    },
  }
}

function flags(profile: string): string[] {
  return [
    '--headless',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-extensions',
    '--disable-sync',
    '--no-first-run',
    '--no-default-browser-check',
    '--no-pdf-header-footer',
    '--host-resolver-rules=MAP * ~NOTFOUND',
    `--user-data-dir=${profile}`,
    // As root, Chromium starts only without its sandbox. That is safe here, because the document has no scripts.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ]
}

function run(program: string, argumentList: readonly string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, argumentList, { stdio: 'ignore', signal, timeout: patience, killSignal: 'SIGKILL' })
    child.once('error', reject)
    child.once('exit', (code, killedBy) => {
      if (code === 0) resolve()
      else reject(new Error(`it ended with ${killedBy ?? String(code)}`))
    })
  })
}
