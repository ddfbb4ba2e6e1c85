import type { Host } from '../../../lib/host/host.ts'
import type { EditedDraft } from '../../editor/index.ts'

type Written = {
  readonly id: string
  flush(): Promise<void>
  readonly files: Pick<EditedDraft['files'], 'adding' | 'settled'>
}

/**
 * Starts writing all messages to files, one for each recipient. If the host has a dialog for it, the user selects the
 * folder. `sayWaiting` is called while files are being added, and returns how to take the notice back. Returns the job
 * id; null if the user closed the dialog.
 */
export async function startDryRun(
  host: Pick<Host, 'invoke'>,
  draft: Written,
  { savesToDisk, sayWaiting }: { readonly savesToDisk: boolean; readonly sayWaiting: () => () => void },
): Promise<string | null> {
  const chosen = savesToDisk
    ? await host.invoke('files.chooseFolder', { title: 'Choose a folder for the messages' })
    : undefined
  if (chosen === null) return null
  const takeBack = draft.files.adding > 0 ? sayWaiting() : undefined
  await draft.files.settled().finally(takeBack)
  await draft.flush()
  const { jobId } = await host.invoke('sends.dryRun', { draftId: draft.id, folder: chosen?.token ?? null })
  return jobId
}
