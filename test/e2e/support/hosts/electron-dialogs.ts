import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type ElectronApplication } from '@playwright/test'
import type { SystemDialogs } from '../../pages/base/system-dialogs.ts'

type Chosen = { paths: string[][]; suggested: string }
declare global {
  /** In Electron’s main process: the user’s next choices. */
  var chosenByTest: Chosen
}

/**
 * Responds to system dialogs in Electron’s main process, where nobody sees them: a waiting dialog would also keep the
 * app from closing. Questions are confirmed with their second button, which continues.
 */
export async function answerDialogs(app: ElectronApplication): Promise<SystemDialogs & { remove(): Promise<void> }> {
  await app.evaluate(({ dialog }) => {
    globalThis.chosenByTest = { paths: [], suggested: '' }
    const take = () => globalThis.chosenByTest.paths.shift() ?? []
    dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false })
    dialog.showMessageBoxSync = () => 1
    dialog.showOpenDialog = () => {
      const filePaths = take()
      return Promise.resolve({ canceled: filePaths.length === 0, filePaths })
    }
    dialog.showSaveDialog = (...given: unknown[]) => {
      const options = given.at(-1) as { defaultPath?: string }
      globalThis.chosenByTest.suggested = options.defaultPath ?? ''
      const [filePath = ''] = take()
      return Promise.resolve({ canceled: filePath === '', filePath })
    }
  })
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-electron-'))
  let saved = 0
  const chooseNext = (paths: string[]) =>
    app.evaluate((_electron, next) => void globalThis.chosenByTest.paths.push(next), paths)
  return {
    chooseNext,
    async save(press) {
      const path = join(folder, `saved-${++saved}`)
      await chooseNext([path])
      await press()
      // The file gets this name only when it is complete.
      const isThere = () =>
        access(path).then(
          () => true,
          () => false,
        )
      await expect.poll(isThere).toBe(true)
      return { suggested: await app.evaluate(() => globalThis.chosenByTest.suggested), path }
    },
    newFolder: () => mkdtemp(join(folder, 'chosen-')),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
