import { expect, it } from 'vitest'
import type { CommandInput, CommandName } from '#shared/contract/table.ts'
import type { Host } from '../../lib/host/host.ts'
import { repairsFor } from './repairs-for.ts'

/** An archive that contains one message, and the words closest to a misspelled word. */
function hostWith(subject: string, nearest: Readonly<Record<string, readonly string[]>>): Host {
  const invoke = (name: CommandName, input: unknown) => {
    if (name === 'messages.values') return Promise.resolve([{ value: 'order', messages: 1 }])
    if (name === 'messages.nearest') return Promise.resolve(nearest[(input as CommandInput<typeof name>).word] ?? [])
    return Promise.resolve({ rows: [{ subject, email: '', from: '', tags: [], reason: null }] })
  }
  return { invoke } as unknown as Host
}

const offered = async (host: Host, text: string) =>
  (await repairsFor(host, 'account', { text, dayFirst: true })).map((repair) => repair.text)

it('offers a near word as a message has it, in the case that was typed', async () => {
  const host = hostWith('Rechnung für Frau Müller, Hauptstraße', {
    Mülller: ['muller'],
    hauptstase: ['hauptstrasse'],
    reset: ['resets'],
  })
  expect(await offered(host, 'Mülller hauptstase')).toEqual(['Müller hauptstase', 'Mülller hauptstraße'])
  expect(await offered(host, 'subject:reset')).toEqual(['subject:resets'])
})

it('offers every text once, and looks for no word that is excluded', async () => {
  const host = hostWith('', { invoce: ['invoice', 'invoice'], nws: ['news'] })
  expect(await offered(host, 'invoce -nws')).toEqual(['invoice -nws'])
  expect(await offered(host, '((zzz')).toEqual(['((zzz))'])
})

it('offers a key of the metadata that is near to what was written', async () => {
  expect(await offered(hostWith('', {}), 'meta.oder:N-1')).toEqual(['meta.order:N-1'])
})
