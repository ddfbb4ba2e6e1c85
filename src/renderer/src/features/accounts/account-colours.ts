import type { AccountProfile } from '#shared/contract/accounts.ts'
import { accountColors } from '../../lib/ui/fields/ColorPicker.svelte'

type Colour = AccountProfile['colour']

export const colours = accountColors.map(({ label }) => label.toLowerCase() as Colour)

const byName = new Map(accountColors.map(({ value, label }) => [label.toLowerCase(), value]))

/** The accounts file stores colour names, so that a theme can change the tones. */
export function toneOf(colour: Colour): string {
  return byName.get(colour) ?? '#6b7689'
}

export function colourOf(tone: string): Colour {
  return (accountColors.find(({ value }) => value === tone)?.label.toLowerCase() ?? 'grey') as Colour
}
