import type { Host } from '../../../lib/host/host.ts'
import { ComposeDraft } from './compose-draft.svelte.ts'
import { wholeDraft } from './whole-draft.ts'

export async function readDraft(host: Host, id: string): Promise<ComposeDraft> {
  return new ComposeDraft(host, await wholeDraft(host, id))
}
