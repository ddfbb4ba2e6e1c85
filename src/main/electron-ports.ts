import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app, clipboard, dialog, nativeTheme, shell } from 'electron'
import { openableUrl } from '#core/app/index.ts'
import { systemClock } from '#core/node/index.ts'
import type { Dialogs, Files, Logger, Ports, SecretStore, Shell, WorkerName } from '#core/base/ports.ts'
import { startInWorker } from '#sandbox/start-in-worker.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { showBadge } from './badge/show-badge.ts'
import { ElectronNotifier } from './notifications/electron-notifier.ts'
import { electronPrinter } from './printing/electron-printer.ts'
import {
  confirmQuestion,
  folderDialogOptions,
  isConfirmed,
  openDialogOptions,
  saveDialogOptions,
} from './window/dialog-options.ts'
import type { AppWindows } from './window/app-windows.ts'

type Supplies = {
  readonly data: string
  readonly logger: Logger
  readonly secrets: SecretStore
  readonly windows: AppWindows
}

/**
 * The URL of the worker’s code, which is next to main.js. In the packaged app, both are in the archive, from which
 * Electron can load workers.
 */
export function workerCode(name: WorkerName): URL {
  return pathToFileURL(join(app.getAppPath(), 'out', 'main', `${name}-worker.js`))
}

export function electronPorts({ data, logger, secrets, windows }: Supplies): Ports {
  const notifier = new ElectronNotifier({ windows, logger })
  const { electron = '', chrome = '', node = '', v8 = '' } = process.versions
  return {
    host: {
      name: `Electron ${electron}`,
      appVersion: app.getVersion(),
      components: [
        { name: 'Electron', version: electron },
        { name: 'Chromium', version: chrome },
        { name: 'Node', version: node },
        { name: 'V8', version: v8 },
        { name: 'SQLite', version: process.versions['sqlite'] ?? 'unknown' },
      ],
    },
    capabilities: {
      saveToDisk: true,
      reveal: true,
      openFile: true,
      dragOut: true,
      clipboard: true,
      get notify() {
        return notifier.works
      },
      print: true,
      confirm: true,
      keychain: true,
      nativeMenu: true,
      window: true,
      links: app.isPackaged,
      badge: true,
    },
    secrets,
    dialogs: electronDialogs(windows),
    files: electronFiles(windows),
    shell: electronShell(windows),
    notifier,
    window: {
      reset: () => windows.reset(),
      setTheme: (theme) => {
        nativeTheme.themeSource = theme
      },
      setBadge: (count) => showBadge(count, windows, process.platform),
    },
    printer: electronPrinter(),
    sandbox: { start: startInWorker },
    paths: {
      data,
      resources: join(app.getAppPath(), 'resources'),
      worker: workerCode,
    },
    clock: systemClock,
    logger,
  }
}

function electronDialogs(windows: AppWindows): Dialogs {
  return {
    async confirm(question) {
      const options = confirmQuestion(question)
      const { response } = await windows.ask(
        (parent) => dialog.showMessageBox(parent, options),
        () => dialog.showMessageBox(options),
      )
      return isConfirmed(response)
    },
  }
}

function electronFiles(windows: AppWindows): Files {
  return {
    async choose(options) {
      const { canceled, filePaths } = await windows.ask(
        (parent) => dialog.showOpenDialog(parent, openDialogOptions(options)),
        () => dialog.showOpenDialog(openDialogOptions(options)),
      )
      return canceled ? [] : filePaths
    },
    async chooseFolder(options) {
      const { canceled, filePaths } = await windows.ask(
        (parent) => dialog.showOpenDialog(parent, folderDialogOptions(options)),
        () => dialog.showOpenDialog(folderDialogOptions(options)),
      )
      return canceled ? null : (filePaths[0] ?? null)
    },
    async chooseSaveTarget(suggestedName) {
      const options = saveDialogOptions(join(app.getPath('downloads'), suggestedName))
      const { canceled, filePath } = await windows.ask(
        (parent) => dialog.showSaveDialog(parent, options),
        () => dialog.showSaveDialog(options),
      )
      return canceled || filePath === '' ? null : filePath
    },
  }
}

function electronShell(windows: AppWindows): Shell {
  return {
    // Checked again here, regardless of any check by the caller.
    openExternal: (url) => shell.openExternal(openableUrl(url)),
    async reveal(path) {
      const found = await stat(path).catch(() => null)
      if (!found) throw fileGone()
      if (!found.isDirectory()) return shell.showItemInFolder(path)
      const problem = await shell.openPath(path)
      if (problem !== '') {
        throw new AppError('reveal-failed', 'The system could not show this folder. Open it in your file manager.', {
          details: { problem },
        })
      }
    },
    async openFile(path) {
      const problem = await shell.openPath(path)
      if (problem === '') return
      const sentence = 'No program on this computer could open the file. Save a copy and open it yourself.'
      throw new AppError('open-failed', sentence, { details: { problem } })
    },
    copyText: (text) => clipboard.writeText(text),
    async clearText(text) {
      if ((await clipboard.readText()) === text) await clipboard.clear()
    },
    async dragFile(path) {
      // Without this check, the error would appear only in the program that receives the missing file.
      if (!(await stat(path).catch(() => null))) throw fileGone()
      windows.dragFile(path, join(app.getAppPath(), 'resources', 'icons', 'png', '64x64.png'))
    },
  }
}

function fileGone(): AppError {
  return new AppError('file-gone', 'This file or folder no longer exists.')
}
