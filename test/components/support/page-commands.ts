import { commands, type BrowserCommands } from 'vitest/browser'
import type { ScenarioName } from '#shared/contract/base/scenario.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import type { FileRef } from '#shared/contract/files.ts'
import type { Reply } from '#shared/contract/host.ts'

export type EmulatedMedia = {
  colorScheme?: 'light' | 'dark'
  forcedColors?: 'active'
  reducedMotion?: 'reduce'
}

export type ChosenFile = { name: string; mimeType: string; text: string }

export type CoreOptions = {
  /** Of the sandbox account to begin with. */
  scenario?: ScenarioName
  /** It has an address to ask for new versions, where one can be published. */
  asksForUpdates?: boolean
  /** It was started again since its account was added, whose key was for that run only. */
  hasLostKey?: boolean
}

export type SentFile = { name: string; base64: string }

/** What tests in a page ask of Node, which has the keyboard and the console of their browser. A locator is sent as its selector. */
export type PageCommands = {
  /** Presses keys in Playwright's notation: `Control+a`. */
  press(keys: string): Promise<void>
  /** Types letter by letter, with Enter for a line break. */
  type(text: string): Promise<void>
  /** Puts a text in at once: letters between which time passes are several steps of a history. */
  insertText(text: string): Promise<void>
  /** What is not named is as the system has it. */
  emulateMedia(media: EmulatedMedia): Promise<void>
  /** Presses keys at what opens a file chooser, and chooses these files there. */
  chooseFiles(opener: string, keys: string, files: readonly ChosenFile[]): Promise<void>
  /** Watches for errors from now on. */
  watchProblems(): Promise<void>
  /** The errors that the page threw or wrote to its console since then. */
  problems(): Promise<string[]>
  /** Allows the errors that the test is about: what matches this regular expression does not fail it. */
  expectProblem(pattern: string): Promise<void>

  /** Starts Mailroom on a data folder of the test's own, with its keys in memory. */
  openCore(options: CoreOptions): Promise<void>
  closeCore(): Promise<void>
  /** A version whose notice can be fetched from now on; null for a server that fails. */
  publishVersion(version: string | null): Promise<void>
  /** What Mailroom opened outside of it. */
  openedLinks(): Promise<string[]>
  invoke(name: string, input: unknown): Promise<Reply>
  /** Waits for the next events; there are none when it was closed. */
  events(): Promise<AppEvent[]>
  upload(files: readonly SentFile[]): Promise<FileRef[]>
  /** The HTML of the only draft, as it is on the disk. */
  savedHtml(): Promise<string>
}

export const browser = commands as BrowserCommands & PageCommands
