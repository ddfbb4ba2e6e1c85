import { basename } from 'node:path'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

/** The system’s dialogs, which the desktop app shows beside its page. */
export type SystemDialogs = {
  /** The paths chosen in the next dialog for files or folders. */
  chooseNext(paths: string[]): Promise<void>
  /** Calls `press`, and returns the suggested file name and the path to which the file was saved. */
  save(press: () => Promise<void>): Promise<{ suggested: string; path: string }>
  /** An empty folder for the user to choose. */
  newFolder(): Promise<string>
}

const dialogs = new WeakMap<Page, SystemDialogs>()

export function setDialogs(page: Page, ofSystem: SystemDialogs): void {
  dialogs.set(page, ofSystem)
}

/** Presses a button that opens a file dialog, and chooses these files. */
export async function chooseFiles(page: Page, press: () => Promise<void>, paths: readonly string[]): Promise<void> {
  const ofSystem = dialogs.get(page)
  if (ofSystem) {
    await ofSystem.chooseNext([...paths])
    return press()
  }
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press()])
  await chooser.setFiles([...paths])
}

/**
 * Presses a button that opens a folder dialog, and chooses an empty folder. Returns null in a browser, which has no
 * such dialog.
 */
export async function chooseFolder(page: Page, press: () => Promise<void>): Promise<string | null> {
  const ofSystem = dialogs.get(page)
  if (!ofSystem) return null
  const folder = await ofSystem.newFolder()
  await ofSystem.chooseNext([folder])
  await press()
  return folder
}

/**
 * The file that a press on this control saves: a browser’s download, or the file that the desktop app writes to the
 * chosen path.
 */
export async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const ofSystem = dialogs.get(page)
  if (ofSystem) {
    const { suggested, path } = await ofSystem.save(press)
    return { name: basename(suggested), bytes: await readFile(path) }
  }
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}
