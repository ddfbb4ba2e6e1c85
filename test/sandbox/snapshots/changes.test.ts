import { expect, test } from 'vitest'
import type { ControlChange } from '#sandbox/control/types.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { openSandbox } from '../support/open-sandbox.ts'

test('saving, restoring and removing a snapshot emits an event, and a refusal does not', async ({ onTestFinished }) => {
  const folder = await createDataFolder()
  onTestFinished(() => folder.remove())
  const { sandbox } = await openSandbox({ data: folder.path })
  const { control } = sandbox
  const changes: ControlChange[] = []
  control.onChange((change) => changes.push(change))
  await control.snapshots.save('base')
  await expect(control.snapshots.save('base')).rejects.toThrow('A snapshot named "base" already exists.')
  await control.snapshots.restore('base')
  await control.snapshots.remove('base')
  await expect(control.snapshots.remove('base')).rejects.toThrow('There is no snapshot "base".')
  expect(changes).toEqual(['snapshots', 'reset', 'snapshots'])
})
