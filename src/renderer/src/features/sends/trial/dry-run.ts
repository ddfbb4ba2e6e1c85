import type { Host } from '../../../lib/host/host.ts'

type Written = { readonly id: string; flush(): Promise<void>; readonly files: { settled(): Promise<void> } }

/**
 * Starts writing all messages to files, one for each recipient. If the host has a dialog for it, the user selects the
 * folder. Returns the job id; null if the user closed the dialog.
 */
export async function startDryRun(
  host: Pick<Host, 'invoke'>,
  draft: Written,
  savesToDisk: boolean,
): Promise<string | null> {
  const chosen = savesToDisk
    ? await host.invoke('files.chooseFolder', { title: 'Choose a folder for the messages' })
    : undefined
  if (chosen === null) return null
  await draft.files.settled()
  await draft.flush()
  const { jobId } = await host.invoke('sends.dryRun', { draftId: draft.id, folder: chosen?.token ?? null })
  return jobId
}
