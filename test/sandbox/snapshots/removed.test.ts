import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Forks } from '#sandbox/snapshots/forks.ts'
import { SnapshotFolder } from '#sandbox/snapshots/snapshot-folder.ts'
import { Snapshots } from '#sandbox/snapshots/snapshots.ts'
import { WorkingFolder } from '#sandbox/snapshots/working-folder.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { openSandbox } from '../support/open-sandbox.ts'

/** Removes a snapshot, as another sandbox may, at the moment at which it is about to be unpacked. */
class RemovingFolder extends WorkingFolder {
  readonly #snapshot: string

  constructor(snapshot: string) {
    super(undefined)
    this.#snapshot = snapshot
  }

  override file(): string {
    rmSync(this.#snapshot)
    return super.file()
  }
}

async function open() {
  const snapshots = await temporaryFolder()
  const { sandbox } = await openSandbox({ snapshots })
  for (const name of ['base', 'other']) await sandbox.snapshots.save(name)
  const working = new RemovingFolder(join(snapshots, 'base.snapshot'))
  onTestFinished(() => working.close())
  return { sandbox, folder: new SnapshotFolder(snapshots), working }
}

const gone = 'There is no snapshot "base". Existing snapshots: other.'

test.each(['restore', 'compare'] as const)(
  'a snapshot that is removed before it is unpacked is named: %s',
  async (what) => {
    const { sandbox, folder, working } = await open()
    const { store, clock, faults } = sandbox
    const taken: unknown[] = []
    const snapshots = new Snapshots({
      store,
      clock,
      faults,
      scenario: { name: 'empty' },
      folder,
      working,
      takeOver: (content) => taken.push(content),
      onChange: () => undefined,
    })
    await expect(snapshots[what]('base')).rejects.toMatchObject({ status: 404, message: gone })
    expect(taken).toEqual([])
  },
)

test('a snapshot that is removed before it is unpacked is named: fork', async () => {
  const { sandbox, folder, working } = await open()
  const start = (): Promise<never> => Promise.reject(new Error('A fork started without its snapshot.'))
  const forks = new Forks({ snapshots: sandbox.snapshots, folder, working, start })
  onTestFinished(() => forks.close())
  await expect(forks.create({ snapshot: 'base' })).rejects.toMatchObject({ status: 404, message: gone })
})
