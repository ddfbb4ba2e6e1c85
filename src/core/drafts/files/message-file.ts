import { readFile, stat } from 'node:fs/promises'
import { draftContent, draftPeople, type DraftContent } from '#shared/contract/base/draft.ts'
import { longestText, mostFileBytes } from '#shared/contract/base/draft-limits.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { labels } from '#shared/contract/base/field-labels.ts'
import { isMailFileName, isMessageFileName } from '#shared/domain/drafts/message-file-name.ts'
import { decodeHtml } from '../../base/mail/decode-text.ts'
import { readMail, type Message } from '../../base/mail/read-mail.ts'
import type { FileTokens, TokenedFile } from '../../files/index.ts'
import type { DraftOnDisk } from '../store/draft-on-disk.ts'
import type { DraftStore } from '../store/draft-store.ts'
import { addMailFile, refuseUnusable, unreadable } from './draft-files.ts'

type Needs = { readonly drafts: DraftStore; readonly files: FileTokens }

/**
 * Creates a new draft from a file containing either a message’s HTML or a complete email. It is created completely or not
 * at all.
 */
export async function draftOfFile(
  { drafts, files }: Needs,
  { accountId, token }: { accountId: string; token: string },
): Promise<DraftOnDisk> {
  using file = files.hold(token)
  try {
    if (!isMessageFileName(file.name)) {
      throw unusable(`${file.name} is neither a web page (.html) nor an email (.eml). Choose one of these.`)
    }
    if (!isMailFileName(file.name)) return await drafts.create(accountId, { html: await htmlOf(file) })
    const { content, people, files: attached } = await mailOf(file)
    return await drafts.createWith(accountId, async (draft) => {
      const parts = []
      for (const each of attached) parts.push(await addMailFile(draft, each))
      return { content: fitting(file, { ...content, parts }), people }
    })
  } finally {
    files.release(token)
  }
}

async function htmlOf(file: TokenedFile): Promise<string> {
  // A UTF-16 character takes at most three bytes in UTF-8.
  const html = decodeHtml(await bytesOf(file, 3 * longestText))
  if (html === null) {
    throw unusable(
      `${file.name} can’t be read because it is neither in UTF-8 nor in the charset that it declares. Save the file as UTF-8, and choose it again.`,
    )
  }
  if (html.includes('\0')) throw unusable(`${file.name} has no text in it. Choose an HTML file.`)
  return fitting(file, { html }).html!
}

async function mailOf(file: TokenedFile): Promise<Message> {
  const noMail = (cause?: unknown) =>
    unusable(`${file.name} can’t be read as an email. Save the email again as .eml, and choose that file.`, cause)
  const message = await readMail(await bytesOf(file, mostFileBytes)).catch((error: unknown) => {
    throw noMail(error)
  })
  const { from, subject } = message.content
  // A draft from an email program may lack some of these. A text without any headers isn’t an email.
  if (!from?.address && subject === '' && message.people.rows.length === 0) throw noMail()
  if (!draftPeople.safeParse(message.people).success) {
    throw unusable(
      `${file.name} has too many recipients, or a recipient whose name or address is too long. Correct them in the email, then choose it again.`,
    )
  }
  return message
}

async function bytesOf({ path, name }: TokenedFile, most: number): Promise<Uint8Array<ArrayBuffer>> {
  await refuseUnusable(path)
  const { size } = await stat(path)
  if (size > most)
    throw unusable(`${name} is too large for a message. Choose a file of up to ${Math.floor(most / 1024 ** 2)} MB.`)
  return new Uint8Array(
    await readFile(path).catch((error: unknown) => {
      throw unreadable(error)
    }),
  )
}

/** Refuses content that exceeds a draft’s limits, because the draft could not be opened again. */
function fitting(file: TokenedFile, content: Partial<DraftContent>): Partial<DraftContent> {
  const { error } = draftContent.partial().safeParse(content)
  const [field] = error?.issues[0]?.path ?? []
  if (field === undefined) return content
  const what = labels[String(field)] ?? String(field)
  throw unusable(
    `${file.name} has more content than a message can hold. Shorten the ${what}, then choose the file again.`,
  )
}

function unusable(sentence: string, cause?: unknown): AppError {
  return new AppError('file-unusable', sentence, { cause })
}
