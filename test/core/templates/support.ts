import { globSync } from 'node:fs'
import type { CommandInput, CommandOutput } from '#shared/contract/table.ts'
import type { OpenApp } from '#test/support/open-app.ts'

export const content = {
  description: 'Order sent',
  from: { address: 'shop@sender.example', name: 'Shop' },
  subject: 'Your order, {{name}}',
  html: '<p>On its way, {{name}}</p>',
  text: 'On its way, {{name}}',
}

type Update = Partial<CommandInput<'templates.update'>>

export async function create({ ask, accountId }: OpenApp, change: Partial<typeof content> = {}): Promise<string> {
  const input = { accountId, effectId: crypto.randomUUID(), ...content, ...change }
  return (await ask('templates.create', input)).id!
}

/** Updates the version that is current now, unless `base` is the one that was seen. */
export async function update({ ask, accountId }: OpenApp, id: string, change: Update = {}) {
  const seen = () =>
    ask('templates.get', { accountId, id }).then(
      ({ version }) => version,
      () => null,
    )
  const base = change.base === undefined ? await seen() : change.base
  const effect = { effectId: crypto.randomUUID(), base }
  return ask('templates.update', { accountId, id, ...content, ...effect, ...change })
}

export async function history({ ask, accountId }: OpenApp, id: string) {
  return (await ask('templates.history', { accountId, id })).versions
}

export type Version = CommandOutput<'templates.history'>['versions'][number]

export const short = (versions: readonly Version[]) =>
  versions.map(({ origin, state, subject }) => `${origin} ${state}: ${subject}`)

/** The version files of all templates. */
export const keptFiles = ({ folder }: OpenApp) => globSync('templates/*/*/*.version', { cwd: folder })
