import { commands, type BrowserCommands } from 'vitest/browser'

export type EmulatedMedia = {
  colorScheme?: 'light' | 'dark'
  forcedColors?: 'active'
  reducedMotion?: 'reduce'
}

export type ChosenFile = { name: string; mimeType: string; text: string }

/** What tests in a page ask of Node, which has the keyboard and the console of their browser. A locator is sent as its selector. */
export type PageCommands = {
  /** Presses keys in Playwright's notation: `Control+a`. */
  press(keys: string): Promise<void>
  /** Types letter by letter, with Enter for a line break. */
  type(text: string): Promise<void>
  /** What is not named is as the system has it. */
  emulateMedia(media: EmulatedMedia): Promise<void>
  /** Presses keys at what opens a file chooser, and chooses these files there. */
  chooseFiles(opener: string, keys: string, files: readonly ChosenFile[]): Promise<void>
  /** Watches for errors from now on. */
  watchProblems(): Promise<void>
  /** The errors that the page threw or wrote to its console since then. */
  problems(): Promise<string[]>
}

export const browser = commands as BrowserCommands & PageCommands
