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
  /** The scenario of the sandbox account at the start. */
  scenario?: ScenarioName
  /** Mailroom has an address to check for new versions, where the test can publish one. */
  asksForUpdates?: boolean
  /** Mailroom was restarted since the account was added, and the account’s key was only in memory. */
  hasLostKey?: boolean
  /** The proxy of that account, whose password was also only in memory. */
  proxy?: string
}

export type SentFile = { name: string; base64: string }

/**
 * Calls that tests in a page make to Node, which controls the browser’s keyboard and console. Locators are sent as
 * selectors.
 */
export type PageCommands = {
  /** Presses keys in Playwright's notation: `Control+a`. */
  press(keys: string): Promise<void>
  /** Types character by character, with Enter for a line break. */
  type(text: string): Promise<void>
  /** Inserts a text as one edit: characters typed with pauses would be several steps in the undo history. */
  insertText(text: string): Promise<void>
  /** Features that are not given keep the system’s value. */
  emulateMedia(media: EmulatedMedia): Promise<void>
  /** Presses keys on the element that opens a file chooser, and chooses these files there. */
  chooseFiles(opener: string, keys: string, files: readonly ChosenFile[]): Promise<void>
  /** Holds back requests for source files whose path matches this regular expression, until releaseFiles is called. */
  holdFiles(pattern: string): Promise<void>
  /** Makes these requests fail, until releaseFiles is called. */
  failFiles(pattern: string): Promise<void>
  releaseFiles(): Promise<void>
  /** Starts watching for errors. */
  watchProblems(): Promise<void>
  /** The errors that the page threw or logged to its console since watchProblems was called. */
  problems(): Promise<string[]>
  /** Allows the errors that the test provokes: those that match this regular expression do not fail it. */
  expectProblem(pattern: string): Promise<void>

  /** Starts Mailroom with a separate data folder and its keys in memory. */
  openCore(options: CoreOptions): Promise<void>
  closeCore(): Promise<void>
  /** The version that the update check finds from now on; null makes the server fail. */
  publishVersion(version: string | null): Promise<void>
  /** The links that Mailroom opened in the browser. */
  openedLinks(): Promise<string[]>
  invoke(name: string, input: unknown): Promise<Reply>
  /** Waits for the next events; a closed core returns none. */
  events(): Promise<AppEvent[]>
  upload(files: readonly SentFile[]): Promise<FileRef[]>
  /** The HTML of the only draft, read from the disk. */
  savedHtml(): Promise<string>
}

export const browser = commands as BrowserCommands & PageCommands
