import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import type { DraftContent } from '#shared/contract/base/draft.ts'
import { readMailbox } from '#shared/domain/compose/people/mailbox-text.ts'
import type { Given } from '../framework/command.ts'
import type { Terminal } from '../framework/terminal.ts'
import { UsageError } from '../framework/usage-error.ts'
import type { sendFlags } from './send-flags.ts'

type Flags = Given<typeof sendFlags>['flags']

/** The message as the flags and their files have it. */
export async function readMessage(flags: Flags, terminal: Terminal): Promise<Partial<DraftContent>> {
  const { from, subject, text, html } = flags
  if (!from || subject === undefined) throw new UsageError('mailroom send needs --from and --subject.')
  if (text === undefined && html === undefined) throw new UsageError('mailroom send needs --text or --html.')
  if (text === '-' && html === '-') throw new UsageError('Only one of --text and --html can be stdin.')
  return {
    from: readMailbox(from),
    subject,
    text: text === undefined ? '' : await readPart(text, '--text', terminal),
    html: html === undefined ? '' : await readPart(html, '--html', terminal),
    textMode: text === undefined ? 'none' : 'written',
    tags: [...flags.tag],
  }
}

async function readPart(path: string, flag: string, { folder }: Terminal): Promise<string> {
  if (path === '-') return textOf(process.stdin)
  return readGiven(path, flag, folder)
}

async function readGiven(path: string, flag: string, folder: string): Promise<string> {
  try {
    return await readFile(resolve(folder, path), 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'is not there' : `cannot be read (${code})`
    throw new UsageError(`The file ${path} of ${flag} ${reason}.`, { cause: error })
  }
}
