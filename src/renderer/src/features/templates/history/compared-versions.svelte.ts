import type { TemplateContent } from '#shared/contract/templates.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import { Loader } from '../../../lib/state/loader.svelte.ts'

type Ids = { readonly before: string; readonly after: string }

export class ComparedVersions {
  wanted = $state.raw<Ids | null>(null)
  readonly pair: Loader<{ readonly ids: Ids; readonly before: TemplateContent; readonly after: TemplateContent }>

  constructor(app: AppState, of: { accountId: string; id: string }) {
    const read = (version: string) => app.host.invoke('templates.version', { ...of, version })
    this.pair = new Loader(async () => {
      const ids = this.wanted ?? { before: '', after: '' }
      const [before, after] = await Promise.all([read(ids.before), read(ids.after)])
      return { ids, before, after }
    })
  }

  async show(before: string, after: string): Promise<void> {
    if (this.wanted?.before === before && this.wanted.after === after) return
    this.wanted = { before, after }
    await this.pair.load()
  }
}
