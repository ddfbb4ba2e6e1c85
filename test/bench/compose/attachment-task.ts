// Sends one message with a large file in a separate process, and reports how many bytes its memory grew by:
// `attachment-task.ts ours|peer MEGABYTES URL USER KEY`.
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import http from 'node:http'
import { once } from 'node:events'
import { emptyContent } from '#shared/domain/drafts/empty-content.ts'
import { peakMemory } from '../support/peak-memory.ts'
import { openComposer } from './composer.ts'

const [how = '', megabytes = '', url = '', user = '', key = ''] = process.argv.slice(2)
const from = 'shop@sender.example'
const to = 'reader@domain.example'

// The app’s timers do not keep a process alive; a host does that.
process.channel?.ref()
await using composer = await openComposer({ url, user, key })
const warm = { ...emptyContent, from: { address: from, name: '' }, subject: 'Warm', text: 'Hello' }
const people = { columns: [], rows: [{ address: to, name: '', values: [], parts: [] }] }
await composer.send(await composer.draft(warm, people))

const path = join(composer.folder, 'large.bin')
for (let done = 0; done < Number(megabytes); done++) await writeFile(path, randomBytes(1_000_000), { flag: 'a' })
const idle = peakMemory()
if (how === 'ours') {
  const id = await composer.draft({ ...warm, subject: 'Large' }, people)
  await composer.attach(id, path)
  await composer.send(id)
} else await postWhole()
process.send?.(peakMemory() - idle)
process.disconnect()

/** The approach of a simple script: the whole file in memory, as base64, in one JSON text. */
async function postWhole(): Promise<void> {
  const content = (await readFile(path)).toString('base64')
  const attachments = [{ contentType: 'application/octet-stream', filename: 'large.bin', content }]
  const body = JSON.stringify({
    to: [{ address: to }],
    msg: { from: { address: from }, subject: 'Large', attachments },
  })
  const headers = { 'X-Service-ApiUser': user, 'X-Service-ApiKey': key, 'Content-Type': 'application/json' }
  const request = http.request(`${url}/messages/send`, { method: 'POST', headers })
  request.end(body)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  response.resume()
  await once(response, 'end')
  if (response.statusCode !== 200) throw new Error(`The sandbox returned ${response.statusCode}.`)
}
