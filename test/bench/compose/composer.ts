import type { DraftContent, DraftPart, DraftPeople } from '#shared/contract/base/draft.ts'
import { peopleChanges } from '#shared/domain/drafts/people/people-changes.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/contract/table.ts'
import { dispatch } from '#core/dispatch.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { startTestApp } from '#test/support/test-ports.ts'

type Service = { readonly url: string; readonly user: string; readonly key: string }

/** Mailroom with an account at a service, and the commands that are measured. */
export async function openComposer({ url, user, key }: Service) {
  const folder = await createDataFolder()
  const app = await startTestApp(folder.path)
  const ask = <Name extends CommandName>(name: Name, input: CommandInput<Name>) =>
    dispatch(app, name, input, { signal: new AbortController().signal }) as Promise<CommandOutput<Name>>
  const profile = { ...accountDefaults, name: 'Bench', baseUrl: url, user }
  const { id: accountId } = await ask('accounts.create', { profile, key, keep: 'this-run' })
  return {
    folder: folder.path,
    async draft(content: Partial<DraftContent>, people: DraftPeople): Promise<string> {
      const { id } = await ask('drafts.create', { accountId, start: { from: 'blank' } })
      await ask('drafts.save', { id, content })
      for (const change of peopleChanges({ columns: [], rows: [] }, people)) {
        await ask('drafts.save', { id, people: change })
      }
      return id
    },
    async attach(id: string, path: string): Promise<DraftPart[]> {
      const { token } = await app.files.register(path)
      const { parts } = await ask('drafts.addFiles', { id, tokens: [token], kind: 'attachment' })
      await ask('drafts.save', { id, content: { parts } })
      return parts
    },
    /** Resolves when every batch has been sent. */
    async send(id: string): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const unsubscribe = app.subscribe(({ name, payload }) => {
        if (name !== 'sends.changed' || payload.id !== id || ['waiting', 'sending'].includes(payload.state)) return
        if (payload.state === 'sent' && payload.sent === payload.recipients) resolve()
        else reject(new Error(`The send ended as ${payload.state}: ${payload.note}`))
      })
      await ask('sends.start', { draftId: id, at: null, undoSeconds: 0 })
      await promise.finally(unsubscribe)
    },
    async [Symbol.asyncDispose]() {
      await app.close()
      await folder.remove()
    },
  }
}
