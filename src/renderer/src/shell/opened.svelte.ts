import type { TestDraft } from '../features/sends/index.ts'

export class Opened {
  palette = $state(false)
  keys = $state(false)
  jobs = $state(false)
  searchHelp = $state(false)
  test = $state.raw<TestDraft | null>(null)

  /** Whether a dialog drawn by `Dialogs.svelte` is open. */
  get hasDialog(): boolean {
    return this.palette || this.keys || this.jobs || this.test !== null
  }

  close(): void {
    this.palette = false
    this.keys = false
    this.jobs = false
    this.searchHelp = false
    this.test = null
  }
}
