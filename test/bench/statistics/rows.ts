import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { secondsPerDay } from '#shared/domain/base/durations.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import { recipientDomain } from '#shared/domain/messages/record.ts'
import { generateMessages } from '#test/core/archive/support/generate.ts'
import { openArchive } from '../messages/search.ts'

/** The year before today, because the dashboard shows the most recent days. */
const to = Math.floor(Date.now() / 1000 / secondsPerDay) * secondsPerDay
export const year = { from: to - 365 * secondsPerDay, to }

/** The same messages for both sides, oldest first. */
function messagesOfYear(count: number): Generator<Message> {
  return generateMessages({ count, from: year.from * 1000, to: year.to * 1000 })
}

export async function fillArchive(folder: string, count: number): Promise<void> {
  const archive = await openArchive(folder)
  const importer = archive.importer()
  let batch: Message[] = []
  for (const message of messagesOfYear(count)) {
    if (batch.push(message) < 1024) continue
    await importer.add(batch)
    batch = []
  }
  await importer.add(batch)
  await importer.finish()
  await archive.close()
}

export async function writeCsv(path: string, count: number): Promise<void> {
  const file = createWriteStream(path)
  let part = 'created,state,sender,key,domain,tags,open,click,meta\n'
  for (const message of messagesOfYear(count)) {
    part += `${lineOf(message)}\n`
    if (part.length < 1 << 18) continue
    if (!file.write(part)) await once(file, 'drain')
    part = ''
  }
  file.end(part)
  await once(file, 'finish')
}

function lineOf({ createdDate, lastState, from, apiKey, email, tags, open: opens, click, meta }: Message): string {
  const fields = [Math.floor(createdDate / 1000), lastState, from, apiKey, recipientDomain(email), tags.join(' ')]
  const json = meta ? JSON.stringify(meta) : ''
  return [...fields, opens, click, `"${json.replaceAll('"', '""')}"`].join(',')
}
