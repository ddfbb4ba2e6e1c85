import { open } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { App } from '#core/create-app.ts'
import { AppError } from '#shared/contract/error.ts'
import { Refusal } from './refusal.ts'

/** `GET /files/<token>`: the file behind a token, always as a download. */
export async function sendFile(app: App, token: string, response: ServerResponse, withBody: boolean): Promise<void> {
  const { file, size, name } = await openFile(app, token)
  try {
    response.setHeader('Content-Type', 'application/octet-stream')
    response.setHeader('Content-Length', size)
    response.setHeader('Content-Disposition', contentDisposition(name))
    if (!withBody) {
      response.end()
      return
    }
    // A file that still grows is sent up to the length that was announced.
    await pipeline(file.createReadStream({ start: 0, end: Math.max(size - 1, 0), autoClose: false }), response)
  } finally {
    await file.close()
  }
}

async function openFile(app: App, token: string) {
  try {
    const { path, name } = app.files.find(token)
    const file = await open(path, 'r')
    const { size } = await file.stat()
    return { file, size, name }
  } catch (thrown) {
    const gone = thrown instanceof AppError ? thrown.message : 'The file is no longer on this disk.'
    throw new Refusal(404, 'file-gone', gone)
  }
}

/** RFC 6266: a plain name for everybody, and the real one encoded by RFC 5987. */
export function contentDisposition(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain.trim() || 'file'}"; filename*=UTF-8''${encoded}`
}
