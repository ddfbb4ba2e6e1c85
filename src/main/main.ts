import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog } from 'electron'
import { defaultDataFolder } from '#core/node/index.ts'
import { fileError } from '#core/base/json-file.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { commands } from '../cli/mailroom.ts'
import { appId } from './app-id.ts'
import { typedCommand } from './command-line/typed-command.ts'
import { hostOptions } from './host-options.ts'
import { openHost } from './host.ts'
import { handedOver, receiveLinks } from './links/follow-links.ts'
import { linkArgument } from './links/link-argument.ts'
import { LinkInbox } from './links/link-inbox.ts'
import { registerPageScheme } from './page/page-protocol.ts'

const given = process.argv.slice(app.isPackaged ? 1 : 2)
const typed = typedCommand(given, Object.keys(commands))
app.setName('Mailroom')
app.setAppUserModelId(appId)
if (typed === null) openWindow()
else {
  // A command may write files anywhere, so they are all made private. The window sets no umask: programs that it opens
  // would inherit it, and a browser’s downloads would then be readable by this user alone. Code that writes to the data
  // folder sets file modes itself.
  process.umask(0o077)
  const { runCommandLine } = await import('./command-line/run-command-line.ts')
  await runCommandLine(typed)
}

function openWindow(): void {
  const options = hostOptions(process.argv, process.cwd())
  const data = options.data ?? defaultDataFolder()
  // With this switch, Chromium has already started its first processes without a sandbox. Electron would restore the
  // sandbox for the rest, a mixture that nobody tests and that may crash pages (electron#47650).
  const isSandboxed = !app.commandLine.hasSwitch('no-sandbox')
  if (isSandboxed) app.enableSandbox()
  registerPageScheme()
  const links = new LinkInbox()
  receiveLinks(links)
  const link = linkArgument(given)
  if (link !== null) links.receive(link)
  const refused = options.problem === null ? useFolder(data) : null
  if (options.problem !== null) {
    say(options.problem)
    app.exit(2)
  } else if (refused) giveUp(refused)
  // A second start with the same folder focuses the first instance and exits; with another folder it runs alongside the
  // first.
  else if (app.requestSingleInstanceLock(handedOver(link)))
    app
      .whenReady()
      .then(() => openHost({ ...options, data, isSandboxed, links }))
      .catch(giveUp)
  else {
    const ignored = options.scenario === null ? '' : ' --scenario is ignored: it applies only when Mailroom starts.'
    say(`Mailroom is already running and was brought to the front.${ignored}`)
    app.quit()
  }
}

/** All hosts share one data folder; Chromium’s own files are kept in a subfolder. */
function useFolder(folder: string): AppError | null {
  const session = join(folder, 'browser')
  try {
    mkdirSync(session, { recursive: true, mode: 0o700 })
  } catch (thrown) {
    return fileError(folder, thrown)
  }
  app.setPath('userData', folder)
  app.setPath('sessionData', session)
  return null
}

/** Writes to the terminal in which the command was typed. */
function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}

function giveUp(thrown: unknown): void {
  const { message } = AppError.from(thrown)
  void app.whenReady().then(() => {
    dialog.showErrorBox('Mailroom can’t start', message)
    app.exit(1)
  })
}
