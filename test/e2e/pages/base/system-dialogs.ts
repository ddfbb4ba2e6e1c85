import { basename } from 'node:path'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

/** The dialogs of the system, which a person sees beside the page in the desktop app. */
export type SystemDialogs = {
  /** Chosen in the next dialog for files, a folder or a place to save. */
  chooseNext(paths: string[]): Promise<void>
  /** Presses, and returns where the file was saved and the name that was suggested for it. */
  save(press: () => Promise<void>): Promise<{ suggested: string; path: string }>
  /** An empty folder that a person could choose. */
  newFolder(): Promise<string>
}

const dialogs = new WeakMap<Page, SystemDialogs>()

export function setDialogs(page: Page, ofSystem: SystemDialogs): void {
  dialogs.set(page, ofSystem)
}

/** Presses the button that asks for files, and chooses these. */
export async function chooseFiles(page: Page, press: () => Promise<void>, paths: readonly string[]): Promise<void> {
  const ofSystem = dialogs.get(page)
  if (ofSystem) {
    await ofSystem.chooseNext([...paths])
    return press()
  }
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press()])
  await chooser.setFiles([...paths])
}

/** Presses the button that asks for a folder, and chooses an empty one. A browser asks for none, and gets null. */
export async function chooseFolder(page: Page, press: () => Promise<void>): Promise<string | null> {
  const ofSystem = dialogs.get(page)
  if (!ofSystem) return null
  const folder = await ofSystem.newFolder()
  await ofSystem.chooseNext([folder])
  await press()
  return folder
}

/** What a press on this control saves: a download, or the file that the desktop app writes where the person says. */
export async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const ofSystem = dialogs.get(page)
  if (ofSystem) {
    const { suggested, path } = await ofSystem.save(press)
    return { name: basename(suggested), bytes: await readFile(path) }
  }
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}
