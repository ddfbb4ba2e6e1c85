import type { Job } from '#shared/contract/jobs.ts'
import type { Host } from '../host/host.ts'
import type { ToastAction } from '../ui/toasts/toast-queue.ts'

type Needs = {
  readonly host: Pick<Host, 'invoke' | 'save'>
  /** Whether the host can reveal files and folders. */
  readonly reveals: boolean
  readonly fail: (thrown: unknown) => void
  /** Called after the file has been saved or revealed. */
  readonly done: () => void
}

export function resultAction({ title, result }: Job, { host, reveals, fail, done }: Needs): ToastAction | undefined {
  const { fileToken, savedToken } = result ?? {}
  if (fileToken)
    return { label: 'Save…', run: () => void host.save(fileToken, title).then((isSaved) => isSaved && done(), fail) }
  if (!savedToken || !reveals) return undefined
  return {
    label: 'Show in folder',
    run: () => void host.invoke('files.reveal', { token: savedToken }).then(done, fail),
  }
}
