import { expect, it } from 'vitest'
import { openThread } from '#core/archive/engine/archive-thread.ts'
import { IdleThread } from '#core/archive/engine/idle-thread.ts'
import type { PreparerMethods } from '#core/archive/engine/thread-methods.ts'
import { workerCode } from '#test/support/worker-code.ts'

const dying = `import { parentPort } from 'node:worker_threads'
parentPort.postMessage({ id: 0 })
parentPort.on('message', () => process.exit(1))`

it('starts no thread for an import that is still running when the archive is closed', async () => {
  let started = 0
  const thread = new IdleThread(() => {
    started++
    return openThread<PreparerMethods>(workerCode('archive'), { role: 'preparer' })
  })
  const work = () => thread.use(() => Promise.resolve('done'))
  expect(await Promise.all([work(), work()])).toEqual(['done', 'done'])
  await thread.close()
  await expect(work()).rejects.toMatchObject({ code: 'archive-closed' })
  expect(started).toBe(1)
})

it('rejects the call when its thread dies, and can still be closed', async () => {
  const url = new URL(`data:text/javascript,${encodeURIComponent(dying)}`)
  const thread = new IdleThread(() => openThread<PreparerMethods>(url, { role: 'preparer' }))
  await expect(thread.use((channel) => channel.call('prepare', []))).rejects.toMatchObject({ code: 'archive-closed' })
  await thread.close()
})
