import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger, LogLevel } from '../base/ports.ts'
import { redactDetails, redactText } from '../base/redact.ts'

const order: Record<LogLevel, number> = { error: 0, warn: 1, info: 2, debug: 3 }

export type FileLogger = Logger & {
  readonly folder: string
  close(): void
}

export const logFileName = 'mailroom.log'
const keptFiles = 3

/**
 * Writes one JSON object per line, redacted first. Deliberately synchronous: the last line before a crash matters most,
 * and a line takes a few microseconds. Rotates by size, so that the folder stays small.
 */
export function openLogger(folder: string, level: LogLevel = 'info', maxBytes = 2_000_000): FileLogger {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, logFileName)
  let file = openSync(path, 'a', 0o600)
  let size = statSync(path).size
  let threshold = order[level]
  let open = true

  function rotate() {
    closeSync(file)
    for (let n = keptFiles - 1; n >= 1; n--) {
      const from = n === 1 ? path : `${path}.${n - 1}`
      if (existsSync(from)) renameSync(from, `${path}.${n}`)
    }
    file = openSync(path, 'a', 0o600)
    size = 0
  }

  return {
    folder,
    log(lineLevel, text, details = {}) {
      if (!open || order[lineLevel] > threshold) return
      const line = JSON.stringify({
        time: Date.now(),
        level: lineLevel,
        text: redactText(text),
        ...(Object.keys(details).length > 0 && { details: redactDetails(details) }),
      })
      try {
        size += writeSync(file, `${line}\n`)
        if (size > maxBytes) rotate()
      } catch {
        // A full disk must not stop the app; the user sees the error from the call itself.
      }
    },
    setLevel(next) {
      threshold = order[next]
    },
    close() {
      if (!open) return
      open = false
      closeSync(file)
    },
  }
}
