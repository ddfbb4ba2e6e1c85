import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import type { ExportEntry } from '#shared/contract/exports.ts'
import { followJob } from '../app/follow-job.ts'
import { withAccount, type WholeApp } from '../app/whole-app.ts'
import type { Given } from '../framework/command.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { copyWhole, withOutput, writeBytes } from '../framework/output.ts'
import type { Terminal } from '../framework/terminal.ts'
import type { exportFlags } from './export-flags.ts'
import { deliveredText, keptText, otherKept, undeliveredText, unfinishedDelta } from './kept-delta.ts'
import { readExport, type WantedFile } from './read-export.ts'

export async function runExport(given: Given<typeof exportFlags>, terminal: Terminal): Promise<ExitCode> {
  const { flags } = given
  const wanted = await readExport(given, terminal)
  return withAccount(flags, terminal, async ({ account, ...whole }) => {
    const { ask } = whole
    const accountId = account.id
    const folderToken = wanted.folder === null ? null : await registered(whole, wanted.folder)
    const unfinished = unfinishedDelta(await ask('exports.list', { accountId, folder: folderToken }), wanted)
    const id = await made(whole, terminal, { accountId, wanted, folderToken, unfinished })
    const entries = await ask('exports.list', { accountId })
    const entry = entries.find((one) => one.id === id)!
    const { folder, through } = wanted
    if (folder === null) await deliver(whole, entry, { through, terminal })
    if (flags.json) await report(entry, folder === null ? through : join(folder, entry.name), terminal)
    else if (hasRemarks(entry)) terminal.say(entry.text)
    if (id === unfinished?.id) terminal.say(deliveredText)
    const others = otherKept(entries)
    if (others !== '') terminal.say(others)
    return exitCodes.done
  })
}

type Choice = {
  readonly accountId: string
  readonly wanted: WantedFile
  readonly folderToken: string | null
  readonly unfinished: ExportEntry | null
}

async function made(whole: WholeApp, terminal: Terminal, { accountId, wanted, folderToken, unfinished }: Choice) {
  const { ask } = whole
  const { what, layout } = wanted
  const saveAs = { ...wanted.saveAs, folder: folderToken }
  let id = ''
  try {
    await followJob(whole, terminal, async (signal) => {
      const started = unfinished
        ? await ask('exports.runAgain', { id: unfinished.id }, signal)
        : await ask('exports.start', { accountId, what, layout, saveAs }, signal)
      id = started.id
      return started
    })
    return id
  } catch (thrown) {
    const entry = (await ask('exports.list', { accountId })).find((one) => one.id === id)
    // The job’s message states why there is no file, but not that its content was kept.
    if (entry?.keepsDelta) terminal.say(keptText)
    throw thrown
  }
}

async function registered({ register }: WholeApp, path: string): Promise<string> {
  try {
    return (await register(path)).token
  } catch (error) {
    throw new AppError('no-folder', `The folder ${path} does not exist. Create it first, or check --out.`, {
      cause: error,
    })
  }
}

/** Copies the finished file to its destination, which never gets an incomplete one. */
async function deliver(
  { ask, hold }: WholeApp,
  { id, name, what, fileToken }: ExportEntry,
  { through, terminal }: { readonly through: string | null; readonly terminal: Terminal },
): Promise<void> {
  using file = await hold(fileToken!)
  const forget = async () => {
    await ask('files.release', { token: fileToken! })
    await ask('exports.remove', { id })
  }
  try {
    if (through !== null) await copyWhole(file.path, through, '--out')
    else for await (const chunk of createReadStream(file.path)) await writeBytes(terminal.stdout, chunk as Buffer)
  } catch (thrown) {
    if (what.source !== 'delta') {
      // The same export can be made again, so it does not stay in the list.
      await forget().catch(() => undefined)
      throw thrown
    }
    // Without this copy, the messages would be lost, because the service has moved its mark past them.
    const path = join(terminal.folder, `${id.slice(0, 8)}-${name}`)
    await copyWhole(file.path, path).catch(() => {
      throw thrown
    })
    terminal.say(`${undeliveredText} ${path}`)
    throw thrown
  }
  await forget()
}

/** Whether anything was cut or replaced, or the manifest contains notes. */
function hasRemarks({ manifest }: ExportEntry): boolean {
  if (manifest === null) return false
  return manifest.cutCells > 0 || manifest.replacedCells > 0 || manifest.notes.length > 0
}

async function report({ name, bytes, rows, text, manifest }: ExportEntry, path: string | null, terminal: Terminal) {
  const done = { event: 'done', file: path, name, bytes, rows, text, manifest }
  await withOutput({ out: undefined, terminal }, (write) => write(`${JSON.stringify(done)}\n`))
}
