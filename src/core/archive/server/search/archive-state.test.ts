import { expect, test } from 'vitest'
import { oldestClient, teamSchemaVersion } from '../schema/version.ts'
import { requireKnownVersion } from './archive-state.ts'

const found = (version: number, oldest: number) => () =>
  Promise.resolve([{ version, oldest_client: oldest, changed: 7 }])

test('a team archive of another version is refused with a sentence for its owner or its user', async () => {
  expect(await requireKnownVersion(found(teamSchemaVersion, oldestClient))).toBe(7)
  await expect(requireKnownVersion(found(oldestClient - 1, oldestClient - 1))).rejects.toMatchObject({
    code: 'team-archive-older',
    message:
      'This team archive was created by an older version of Mailroom. Ask its owner to run mailroom team-archive migrate.',
  })
  await expect(requireKnownVersion(found(teamSchemaVersion + 1, teamSchemaVersion + 1))).rejects.toMatchObject({
    code: 'archive-newer',
  })
})
