import { open, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { AppError } from '#shared/contract/base/error.ts'
import { versionOrigins, versionStates, type TemplateContent } from '#shared/contract/templates.ts'
import { fileError } from '../../base/json-file.ts'
import { writeWhole } from '../../base/whole-files/part-file.ts'
import { hashOfContent } from './content.ts'

const date = z.number().nullable()

/** Metadata that can be read without a version’s content. Stored in the first line of its file. */
const head = z.object({
  template: z.string(),
  name: z.string(),
  keptAt: z.number(),
  origin: z.enum(versionOrigins),
  state: z.enum(versionStates),
  answerLost: z.boolean(),
  effectId: z.string().nullable(),
  of: z.string().nullable(),
  description: z.string(),
  from: z.object({ address: z.string(), name: z.string() }),
  subject: z.string(),
  htmlBytes: z.number().int(),
  textBytes: z.number().int(),
  variables: z.array(z.string()),
  createdAt: date,
  updatedAt: date,
  /** If the file is shorter, it was truncated. */
  bodyBytes: z.number().int(),
})
export type VersionHead = Readonly<z.infer<typeof head>>

const content = z.object({
  description: z.string(),
  from: z.object({ address: z.string(), name: z.string() }),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
})

const longestHead = 64 * 1024
/** How many bytes are left free in a head for a state or an effect that is added later. */
const spare = 1024
const newLine = 0x0a

/** `body` is the content as serialised by `sealed`. */
export async function writeVersion(path: string, about: VersionHead, body: Uint8Array): Promise<void> {
  try {
    const first = Buffer.from(`${JSON.stringify(about)}\n`)
    await writeWhole(path, (part) => part.write([first, body]), { durable: true, mode: 0o600 })
  } catch (error) {
    throw fileError(path, error)
  }
}

/** Null if the file is damaged. */
export async function readHead(path: string): Promise<VersionHead | null> {
  const file = await open(path, 'r').catch(() => null)
  if (!file) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(longestHead), 0, longestHead, 0)
    const end = buffer.subarray(0, bytesRead).indexOf(newLine)
    const read = head.parse(JSON.parse(buffer.toString('utf8', 0, Math.max(0, end))))
    const { size } = await file.stat()
    return size === end + 1 + read.bodyBytes ? read : null
  } catch {
    return null
  } finally {
    await file.close()
  }
}

/** The content as bytes. The hash reveals any loss. */
export async function readBody(path: string, hash: string): Promise<Buffer> {
  let file: Buffer
  try {
    file = await readFile(path)
  } catch (error) {
    throw fileError(path, error)
  }
  const body = file.subarray(file.indexOf(newLine) + 1)
  if (hashOfContent(body) !== hash) throw damaged(path)
  return body
}

export async function readVersion(path: string, hash: string): Promise<TemplateContent> {
  const body = await readBody(path, hash)
  return content.parse(JSON.parse(body.toString('utf8')))
}

function damaged(path: string): AppError {
  return new AppError(
    'version-damaged',
    'This version’s file is damaged, so its content is lost. The template’s other versions are not affected.',
    { details: { path } },
  )
}

/** A template’s texts can be of any length, but a head must stay short. */
export function headOf(
  { description, from, subject, html, text }: TemplateContent,
  about: Omit<VersionHead, 'description' | 'from' | 'subject' | 'htmlBytes' | 'textBytes'>,
): VersionHead {
  const whole = {
    ...about,
    name: cut(about.name),
    description: cut(description),
    from: { address: cut(from.address), name: cut(from.name) },
    subject: cut(subject),
    htmlBytes: Buffer.byteLength(html),
    textBytes: Buffer.byteLength(text),
  }
  const rest = lengthOf({ ...whole, variables: [] })
  return { ...whole, variables: fitting(about.variables, longestHead - spare - rest) }
}

/**
 * Returns as many of the first names as fit. A name may take up six times its length, because control characters are
 * escaped.
 */
function fitting(names: readonly string[], room: number): string[] {
  let left = room
  const end = names.findIndex((name) => (left -= lengthOf(name) + 1) < 0)
  return names.slice(0, end === -1 ? undefined : end)
}

const lengthOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

const cut = (line: string): string => line.slice(0, 1000)
