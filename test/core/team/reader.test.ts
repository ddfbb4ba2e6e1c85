import { expect } from 'vitest'
import type { CommandInput } from '#shared/contract/table.ts'
import { addressOf, teamArchive, versions } from '#test/core/archive/server/administration/team-server.ts'
import { onServer } from '#test/core/archive/support/open-server.ts'
import { inState, newDraft, now, person } from '#test/core/sends/support/sending.ts'
import { eventually } from '#test/support/eventually.ts'
import {
  addressesOnce,
  ended,
  join,
  openColleague,
  openTeamAccount,
  send,
  syncNow,
  syncToday,
} from './support/team-account.ts'

onServer(
  'writers sync but leave the retention to the owner, and readers see what others sync and can send',
  async () => {
    const postgres = await teamArchive({ bin: versions[0] })
    const { password } = postgres
    const { mailroom: ada } = await openTeamAccount({ server: addressOf(postgres, { user: 'ada' }), password })
    await send(ada, 'first@example.org')
    await syncToday(ada)
    await addressesOnce(ada, 1)
    const configure = (options: CommandInput<'sync.configure'>['options']) =>
      ada.ask('sync.configure', { accountId: ada.accountId, options })
    await expect(configure({ keepDays: 30 })).rejects.toMatchObject({ code: 'retention-of-owner' })
    expect(await configure({ keepDays: null, windowDays: 9 })).toMatchObject({
      options: { keepDays: null, windowDays: 9 },
      lease: { mine: true, isOwner: false },
    })

    const bob = await openColleague(ada)
    const { accountId, ask } = bob
    const server = addressOf(postgres, { user: 'bob' })
    expect(await ask('team.test', { accountId, server, password })).toMatchObject({ role: 'reader', belongs: 'yes' })
    await join(bob, { server, password })
    expect(await addressesOnce(bob, 1)).toEqual(['first@example.org'])
    await eventually(async () => {
      expect((await ask('sync.status', { accountId })).lease).toMatchObject({ mine: false, readOnly: true })
    })
    // The server does not reveal to this user which people it has erased.
    const nobody = { accountId, email: 'nobody@example.org', zone: 'UTC', offset: 0, limit: 1 }
    expect(await ask('recipients.get', nobody)).toMatchObject({ total: 0, erased: false })
    const changed = ask('sync.configure', { accountId, options: { windowDays: 10 } })
    await expect(changed).rejects.toMatchObject({ code: 'archive-read-only' })
    const copied = await ended(bob, (await ask('archive.backUp', { accountId })).jobId)
    expect(copied.result?.text).toContain('You can’t see who was erased')
    const whole = await ended(ada, (await ada.ask('archive.backUp', { accountId: ada.accountId })).jobId)
    expect(whole.result?.text).not.toContain('erased')

    const draftId = await newDraft(bob, { rows: [person('second@example.org')] })
    await ask('sends.start', { draftId, ...now })
    await inState(bob, draftId, 'sent')
    await syncNow(ada)
    expect(await addressesOnce(bob, 2)).toEqual(['first@example.org', 'second@example.org'])
    // Bob’s Mailroom stays a reader, even if nobody syncs.
    await ada.close()
    const { jobId } = await ask('sync.now', { accountId })
    expect((await ended(bob, jobId)).error).toMatchObject({ code: 'archive-read-only' })

    // Revoked rights are reported as such, and not as an archive that is gone.
    await postgres.as('postgres').script('REVOKE mailroom_reader FROM bob')
    const refused = async (text: string) =>
      expect(ask('messages.search', { accountId, text, zone: 'UTC', offset: 0, limit: 50 })).rejects.toMatchObject({
        code: 'archive-not-granted',
        message: expect.stringContaining('team-archive grants --reader bob, or --writer bob.') as string,
      })
    await refused('revoked')
    await bob.restart()
    await refused('revoked before the start')
  },
)
