import type { Logger, LogLevel } from '#core/base/ports.ts'

export type LogLine = { level: LogLevel; text: string; details: Readonly<Record<string, unknown>> }

/** Keeps every log line in memory for the test to inspect. */
export class CapturedLogger implements Logger {
  readonly lines: LogLine[] = []

  log(level: LogLevel, text: string, details: Readonly<Record<string, unknown>> = {}): void {
    this.lines.push({ level, text, details })
  }

  /** Every level is kept, whatever the settings are. */
  setLevel(): void {}
}
