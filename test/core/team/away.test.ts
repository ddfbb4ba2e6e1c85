import { expect, onTestFinished } from 'vitest'
import { createArchive } from '#core/archive/server/administration/create-archive.ts'
import { ServerDatabase } from '#core/archive/server/connection/server-database.ts'
import { silenceRule } from '#test/core/alerts/support.ts'
import { addressOf } from '#test/core/archive/server/administration/team-server.ts'
import { openNetwork } from '#test/core/archive/support/open-network.ts'
import { createSchema, onServer } from '#test/core/archive/support/open-server.ts'
import { inState, newDraft, now, person } from '#test/core/sends/support/sending.ts'
import { eventually } from '#test/support/eventually.ts'
import { startPostgres } from '../../../scripts/support/postgres/start.mjs'
import { JumpingClock } from './support/jumping-clock.ts'
import { addressesOnce, openTeamAccount, send, syncNow, syncToday } from './support/team-account.ts'

onServer(
  'while the server is away, this is reported and sending continues; the sync continues once it is back',
  async () => {
    let postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    const { password } = postgres
    const server = addressOf(postgres, { user: 'postgres' })
    const administrator = new ServerDatabase(server, password)
    await createArchive(administrator)
    await administrator.close()
    const { mailroom } = await openTeamAccount({ server, password })
    const { ask, accountId } = mailroom
    await syncToday(mailroom)
    await send(mailroom, 'first@example.org')
    await syncNow(mailroom)
    await addressesOnce(mailroom, 1)

    const note = { accountId, id: crypto.randomUUID(), day: '2026-01-15', isShared: false }
    await ask('notes.add', { ...note, text: 'Mine' })
    await ask('alerts.save', { accountId, rule: silenceRule, isShared: false })

    await postgres.kill()
    const search = () => ask('messages.search', { accountId, text: '', zone: 'UTC', offset: 0, limit: 50 })
    await expect(search()).rejects.toMatchObject({ code: 'archive-away', retryable: true })
    const draftId = await newDraft(mailroom, { rows: [person('while-away@example.org')] })
    await ask('sends.start', { draftId, ...now })
    await inState(mailroom, draftId, 'sent')
    // Private notes are not on the server.
    await ask('notes.change', { ...note, text: 'Still mine' })
    await expect(ask('notes.change', { ...note, text: 'Ours', isShared: true })).rejects.toMatchObject({
      code: 'archive-away',
    })
    // A user’s own rules are not there either.
    expect(await ask('alerts.list', { accountId })).toMatchObject({
      rules: [{ rule: silenceRule }],
      teamProblem: expect.stringMatching(
        /^The team’s rules can’t be shown\. The team archive at .* does not/,
      ) as string,
    })
    // This also holds for a Mailroom that is started while the server is away.
    await mailroom.restart()
    await expect(search()).rejects.toMatchObject({ code: 'archive-away' })

    let changes = 0
    mailroom.app.subscribe(({ name }) => void (name === 'archive.changed' && changes++))
    postgres = { ...postgres, ...(await postgres.restart()) }
    await eventually(() => expect(changes).toBeGreaterThan(0))
    expect(await addressesOnce(mailroom, 2)).toEqual(['first@example.org', 'while-away@example.org'])
    const { notes } = await ask('notes.list', { accountId, from: note.day, to: note.day, zone: 'UTC' })
    expect(notes).toMatchObject([{ text: 'Still mine', sharedBy: null }])
  },
)

onServer('Mailroom quits although its server fell silent during a sync', async () => {
  const { server, password } = await createSchema()
  const { port, fallSilent } = await openNetwork(server)
  const { mailroom } = await openTeamAccount({ server: { ...server, port }, password })
  const clock = new JumpingClock()
  await mailroom.restart((ports) => ({ ...ports, clock }))
  await syncToday(mailroom)
  await syncNow(mailroom)
  fallSilent()
  const { ask, accountId } = mailroom
  await ask('sync.now', { accountId })
  let isClosed = false
  const closed = mailroom.close().then(() => (isClosed = true))
  await expect
    .poll(() => {
      clock.advance(10_000)
      return isClosed
    })
    .toBe(true)
  await closed
})
