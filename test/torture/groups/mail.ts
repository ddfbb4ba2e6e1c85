import type { Case, Group } from '../cage/case.ts'
import { mails, sends } from '../generators/mails.ts'

const through = (door: 'smtp' | 'http', names: readonly string[]): Case[] =>
  names.map((name) => ({ name: `${door}: ${name}`, task: 'mail', input: { door, name } }))

/** Hostile mails and sends, over both SMTP and HTTP of the sandbox. */
export const group: Group = {
  name: 'mail',
  limits: { cpuSeconds: 15, isFresh: true },
  cases: () => [...through('smtp', Object.keys(mails)), ...through('http', Object.keys(sends))],
}
