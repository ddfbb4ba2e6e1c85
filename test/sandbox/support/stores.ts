import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { NewMessage, NewSend, Store } from '#sandbox/store/index.ts'
import { createDataFolder } from '#test/support/data-folder.ts'

export const now = Date.UTC(2026, 5, 15, 12, 0, 0, 250)

/** A path for a store, which is deleted when the test ends. */
export async function storePath(): Promise<string> {
  const folder = await createDataFolder()
  onTestFinished(() => folder.remove())
  return join(folder.path, 'sandbox.db')
}

export function send(messages: (Partial<NewMessage> & { email: string })[], more: Partial<NewSend> = {}): NewSend {
  return {
    createdDate: now,
    apiKey: 'key-1',
    tags: ['invoice'],
    content: {
      from: { address: 'Shop@nordwind.example', personalName: 'Shop' },
      subject: 'Invoice {{number}}',
      html: '<p>Hello</p>',
      images: [{ contentType: 'image/png', filename: 'logo', content: Uint8Array.of(1, 2, 3) }],
      attachments: [{ contentType: 'application/pdf', filename: 'invoice.pdf', content: Uint8Array.of(0, 255) }],
      headers: { 'X-SVC-TAGS': ['invoice'] },
    },
    messages: messages.map((message) => ({ subject: 'Invoice 7', size: 900, ...message })),
    ...more,
  }
}

export function insertOne(
  store: Store,
  message: Partial<NewMessage> & { email: string },
  more?: Partial<NewSend>,
): string {
  return store.messages.insert([send([message], more)])[0]![0]!
}
