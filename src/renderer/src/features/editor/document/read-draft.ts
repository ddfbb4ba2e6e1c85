import type { Host } from '../../../lib/host/host.ts'
import { EditedDraft } from './edited-draft.svelte.ts'
import { wholeDraft } from './whole-draft.ts'

export async function readDraft(host: Host, id: string): Promise<EditedDraft> {
  return new EditedDraft(host, await wholeDraft(host, id))
}
