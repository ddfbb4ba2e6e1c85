import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { ServerDatabase } from '#core/archive/server/connection/server-database.ts'
import { Lease } from '#core/archive/server/team/lease.ts'
import { ServerWriter } from '#core/archive/server/write/server-writer.ts'
import { everything } from '#shared/domain/query/ast.ts'
import { isDeep } from '#test/support/deep/is-deep.ts'
import { expectTrueHorizon, everyMessage } from '../support/compare.ts'
import { joinServerArchive } from '../support/engines.ts'
import { partOf, type LesseeTask } from '../support/lessee-program.ts'
import { createSchema, onServer } from '../support/open-server.ts'

const program = fileURLToPath(new URL('../support/lessee-program.ts', import.meta.url))
/** Longer than any test, so that only `expire` ends it. */
const leaseSeconds = 3600

onServer(
  'lets one Mailroom sync, shows its name to the others, and lets the next continue at once when it closes',
  async () => {
    const created = await createSchema()
    const ada = await joinServerArchive({ ...created, name: 'Ada’s Mailroom' })
    const bob = await joinServerArchive({ ...created, name: 'Bob’s Mailroom' })
    expect(await ada.lease()).toEqual({ mine: false, name: null, since: null })
    const { messages, covered } = partOf(1)
    await expect(ada.import(messages, { covered })).rejects.toMatchObject({ code: 'lease-lost' })
    expect(await ada.takeLease()).toMatchObject({ mine: true, name: 'Ada’s Mailroom' })
    const { since } = await ada.lease()
    expect(await bob.takeLease()).toEqual({ mine: false, name: 'Ada’s Mailroom', since })
    expect(await ada.import(messages, { covered })).toMatchObject({ added: messages.length })
    await expect(bob.moveHorizon({ lastSync: 1 })).rejects.toMatchObject({ code: 'lease-lost' })
    // Importing a file does not require the lease.
    expect(await bob.import(partOf(2).messages)).toMatchObject({ added: partOf(2).messages.length })
    await ada.close()
    expect(await bob.takeLease()).toMatchObject({ mine: true, name: 'Bob’s Mailroom' })
    await bob.moveHorizon({ lastSync: 7 })
    expect((await bob.horizon()).lastSync).toBe(7)
  },
)

onServer('closes with its lease released, even while the lease is being renewed', async () => {
  const created = await createSchema()
  for (let round = 0; round < 12; round++) {
    const ada = await joinServerArchive({ ...created, name: 'Ada’s Mailroom', leaseSeconds: 0.01 + round / 1000 })
    await ada.takeLease()
    await ada.horizon()
    await ada.close()
  }
  const bob = await joinServerArchive({ ...created, name: 'Bob’s Mailroom' })
  expect(await bob.lease()).toEqual({ mine: false, name: null, since: null })
})

onServer('closes with its lease released, even while the lease is being taken', async () => {
  const created = await createSchema()
  const ada = await joinServerArchive({ ...created, name: 'Ada’s Mailroom' })
  const taken = ada.takeLease().catch(() => undefined)
  await ada.close()
  await taken
  const bob = await joinServerArchive({ ...created, name: 'Bob’s Mailroom' })
  expect(await bob.lease()).toEqual({ mine: false, name: null, since: null })
})

onServer('notifies a reading Mailroom of another one’s changes', async () => {
  const created = await createSchema()
  const reader = await joinServerArchive({ ...created, name: 'Bob’s Mailroom' })
  const writer = await joinServerArchive({ ...created, name: 'Ada’s Mailroom' })
  const all = { query: everything, context: { now: 0, zone: 'UTC' } }
  let changes = 0
  const end = reader.onChange(() => changes++)
  expect((await reader.search(all)).count.value).toBe(0)
  await expect
    .poll(async () => {
      await writer.setSetting('written', changes)
      return changes
    })
    .toBeGreaterThan(0)
  await writer.import(partOf(1).messages)
  expect((await reader.search(all)).count.value).toBe(partOf(1).messages.length)
  end()
})

onServer('refuses writes of a Mailroom that slept while another one continued', async () => {
  const created = await createSchema()
  const ada = await startLessee({ ...created, leaseSeconds })
  expect(await ada.write(1)).toBe('1')
  const bob = await joinServerArchive({ ...created, name: 'Bob’s Mailroom', leaseSeconds })
  expect(await bob.takeLease()).toMatchObject({ mine: false })
  ada.child.kill('SIGSTOP')
  await expire(created)
  expect(await bob.takeLease()).toMatchObject({ mine: true })
  const { messages, covered } = partOf(2)
  await bob.import(messages, { covered })
  ada.child.kill('SIGCONT')
  expect(await ada.write(3)).toBe('lease-lost')
  const all = [...partOf(1).messages, ...messages]
  expect((await everyMessage(bob)).length).toBe(all.length)
  await expectTrueHorizon(bob, [...all, ...partOf(3).messages])
})

onServer('lets a Mailroom write whose lease was renewed late, if no other one continued', async () => {
  const created = await createSchema()
  const ada = await joinServerArchive({ ...created, name: 'Ada’s Mailroom', leaseSeconds })
  await ada.takeLease()
  const { since } = await ada.lease()
  await expire(created)
  expect(await ada.lease()).toMatchObject({ mine: false })
  const { messages, covered } = partOf(1)
  expect(await ada.import(messages, { covered })).toMatchObject({ added: messages.length })
  expect(await ada.lease()).toEqual({ mine: true, name: 'Ada’s Mailroom', since })
})

onServer('lets a Mailroom write that received no answer to a late renewal', async () => {
  const created = await createSchema()
  const database = new ServerDatabase(created.server, created.password)
  const lessee = { id: 'ada', name: 'Ada’s Mailroom' }
  const [lease, unanswered] = [new Lease(database, lessee, leaseSeconds), new Lease(database, lessee, leaseSeconds)]
  onTestFinished(async () => {
    await Promise.all([lease.release(), unanswered.release()])
    await database.close()
  })
  await lease.take()
  await expire(created)
  await unanswered.take()
  await new ServerWriter(database, lease).setHorizon({ lastSync: 7 })
  expect(await lease.state()).toMatchObject({ mine: true })
})

onServer('neither loses nor duplicates a message when the syncing Mailroom is killed', async () => {
  const created = await createSchema()
  const bob = await joinServerArchive({ ...created, name: 'Bob’s Mailroom', leaseSeconds })
  const written: number[] = []
  for (let round = 0; round < (isDeep ? 20 : 5); round++) {
    const ada = await startLessee({ ...created, leaseSeconds })
    const [first, second] = [round * 2, round * 2 + 1]
    expect(await ada.write(first)).toBe(String(first))
    written.push(first)
    // The write is either complete or absent, without a partial state.
    void ada.write(second).catch(() => undefined)
    ada.child.kill('SIGKILL')
    await once(ada.child, 'exit')
    await expire(created)
    expect(await bob.takeLease()).toMatchObject({ mine: true })
    const { messages, covered } = partOf(second)
    await bob.import(messages, { covered })
    written.push(second)
    await bob.releaseLease()
  }
  const all = written.flatMap((at) => partOf(at).messages)
  expect((await everyMessage(bob)).length).toBe(all.length)
  await expectTrueHorizon(bob, all)
})

/** Ends a lease as if its time were over. */
async function expire({ server, password }: Awaited<ReturnType<typeof createSchema>>): Promise<void> {
  const administrator = new ServerDatabase(server, password)
  await administrator.script(`UPDATE lease SET until = '-infinity'`)
  await administrator.close()
}

type Lessee = { child: ChildProcessWithoutNullStreams; write(part: number): Promise<string> }

async function startLessee(task: LesseeTask): Promise<Lessee> {
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ['pipe', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next()
    if (done) throw new Error('The program ended.')
    return value
  }
  expect(await next()).toBe('held')
  return {
    child,
    write(part) {
      child.stdin.write(`${part}\n`)
      return next()
    },
  }
}
