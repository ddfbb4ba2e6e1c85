import { appendFile, readdir, readFile, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { aSend, ServiceClient } from '#test/sandbox/support/service-client.ts'
import { eventually } from '#test/support/eventually.ts'
import { openApp, type Ask, type OpenApp } from '#test/support/open-app.ts'

let mailroom: OpenApp
let accountId: string
beforeEach(async () => {
  mailroom = await openApp()
  accountId = (await ask('sandbox.explore', { scenario: 'empty' })).id
})

const ask: Ask = (name, ...input) => mailroom.ask(name, ...input)

async function send(to: string): Promise<void> {
  const { url, user, key } = (await ask('sandbox.state'))!
  const service = new ServiceClient(url, { user, key })
  await service.post('/messages/send', aSend(to))
  service.close()
}

/** The sentence with which a job ended. */
async function ended({ jobId }: { jobId: string }): Promise<string | undefined> {
  return eventually(async () => {
    const job = (await ask('jobs.list')).find(({ id }) => id === jobId)
    expect(job?.state).not.toBe('running')
    return job?.result?.text ?? job?.error?.message
  })
}

const save = async (name: string, replace = false) => ended(await ask('sandbox.saveSnapshot', { name, replace }))
const file = (name: string) => join(mailroom.folder, 'sandbox', 'snapshots', `${name}.snapshot`)

describe('snapshots of the sandbox inside the app', () => {
  it('are saved, compared, restored and removed', async () => {
    // Otherwise the delivery a second later would count as a change.
    await ask('sandbox.moveClock', { running: false })
    await send('ada@shop.example')
    expect(await save('base')).toBe('The snapshot “base” was saved.')
    expect(await ask('sandbox.snapshots')).toMatchObject([{ name: 'base', messages: 1, scenario: 'empty' }])
    expect(await ask('sandbox.compareSnapshot', { name: 'base' })).toMatchObject({ isSame: true })

    await send('bob@shop.example')
    await ask('sandbox.setFaults', { faults: [{ kind: 'status', path: '/nowhere', status: 503 }] })
    expect(await ask('sandbox.compareSnapshot', { name: 'base' })).toMatchObject({
      isSame: false,
      messages: { added: 1, removed: 0, first: [{ email: 'bob@shop.example', before: null }] },
      faults: { before: [], after: [{ kind: 'status' }] },
    })

    const restored = await ended(await ask('sandbox.restoreSnapshot', { name: 'base' }))
    expect(restored).toBe('The snapshot “base” was restored. The sandbox now has 1 message.')
    expect(await ask('sandbox.state')).toMatchObject({ messages: 1, faults: [], resets: 1 })
    await eventually(async () => {
      await ask('sync.now', { accountId }).catch(() => undefined)
      expect((await ask('messages.count', { accountId, text: '', zone: 'UTC' })).value).toBe(1)
    })

    await ask('sandbox.removeSnapshot', { name: 'base' })
    expect(await ask('sandbox.snapshots')).toEqual([])
  })

  it('replace one with the same name only on request', async () => {
    await save('base')
    await send('ada@shop.example')
    await expect(ask('sandbox.saveSnapshot', { name: 'base', replace: false })).rejects.toMatchObject({
      code: 'conflict',
      message: 'A snapshot named “base” already exists. Choose another name, or replace it.',
    })
    expect(await ask('sandbox.snapshots')).toMatchObject([{ messages: 0 }])
    await save('base', true)
    expect(await ask('sandbox.snapshots')).toMatchObject([{ messages: 1 }])
  })

  it('are exported to a file and imported from one, with a number if the name is taken', async () => {
    await send('ada@shop.example')
    await save('base')
    const exported = await ask('sandbox.exportSnapshot', { name: 'base' })
    expect(exported).toMatchObject({ name: 'base.snapshot' })
    const imported = await ended(await ask('sandbox.importSnapshot', { token: exported.token }))
    expect(imported).toBe('The snapshot “base-2” was imported.')
    expect(await ask('sandbox.snapshots')).toMatchObject([
      { name: 'base', messages: 1, size: exported.size },
      { name: 'base-2', messages: 1, size: exported.size },
    ])
    await ended(await ask('sandbox.restoreSnapshot', { name: 'base-2' }))
    expect(await ask('sandbox.state')).toMatchObject({ messages: 1, resets: 1 })
    await expect(ask('sandbox.exportSnapshot', { name: 'none' })).rejects.toMatchObject({
      message: 'There is no snapshot "none". Existing snapshots: base, base-2.',
    })
  })

  it('appear only after their file was checked', async () => {
    await save('base')
    const whole = await readFile(file('base'))
    const newer = whole.toString('latin1').replace(/"tables":\d+/, '"tables":999')
    const altered = Buffer.from(whole)
    altered[altered.length - 40]! ^= 255
    const damaged = 'The snapshot can’t be read. Part of the file is missing or damaged. Save or copy it again.'
    for (const [content, why] of [
      [whole.subarray(0, whole.length - 50), damaged],
      [altered, damaged],
      [Buffer.from(newer, 'latin1'), 'The snapshot can’t be read. The file was saved by a newer version of Mailroom.'],
      [
        Buffer.from('nothing'),
        'The snapshot can’t be read. The file doesn’t begin like a snapshot. Choose another file.',
      ],
    ] as const) {
      const kept = { name: 'other.snapshot', encoding: 'base64', content: content.toString('base64') } as const
      const { token } = await ask('files.keep', kept)
      expect(await ended(await ask('sandbox.importSnapshot', { token }))).toContain(why)
    }
    expect(await ask('sandbox.snapshots')).toMatchObject([{ name: 'base' }])
    expect(await readdir(dirname(file('base')))).toEqual(['base.snapshot'])
  })

  it('that cannot be read show the reason, and leave the sandbox unchanged', async () => {
    await save('torn')
    await send('ada@shop.example')
    await truncate(file('torn'), 400)
    const why = 'The snapshot can’t be read. Part of the file is missing or damaged. Save or copy it again.'
    await expect(ask('sandbox.compareSnapshot', { name: 'torn' })).rejects.toMatchObject({ message: why })
    expect(await ended(await ask('sandbox.restoreSnapshot', { name: 'torn' }))).toBe(why)
    expect(await ask('sandbox.state')).toMatchObject({ messages: 1, resets: 0 })
    await truncate(file('torn'), 0)
    await appendFile(file('torn'), 'nothing\n')
    expect(await ask('sandbox.snapshots')).toEqual([
      {
        name: 'torn',
        problem: 'The snapshot can’t be read. The file doesn’t begin like a snapshot. Choose another file.',
      },
    ])
    await ask('sandbox.removeSnapshot', { name: 'torn' })
    expect(await ask('sandbox.snapshots')).toEqual([])
  })
})
