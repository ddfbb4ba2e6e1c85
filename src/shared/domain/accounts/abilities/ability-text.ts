import { formTexts, type Ability } from './abilities.ts'
import { abilityGroups, endpointOf } from './operations.ts'
import type { LearnedForms } from '#shared/contract/accounts.ts'

export const stateTexts = { yes: 'Yes', no: 'No', inferred: 'Probably', unknown: 'Unknown' } as const

/**
 * Describes the abilities for a ticket to the provider. Neither the account nor its user is named, and errors contain
 * no keys or addresses.
 */
export function abilityText(abilities: readonly Ability[], forms: LearnedForms, madeAt: number): string {
  const lines = [`What this account can do, as of ${utc(madeAt)}`]
  for (const group of abilityGroups) {
    const members = abilities.filter((ability) => ability.group === group)
    if (members.length > 0) lines.push('', group, ...members.flatMap(linesOf))
  }
  lines.push('', 'Request formats', ...formTexts(forms).map(({ text }) => `- ${text}`), '')
  return lines.join('\n')
}

function linesOf(ability: Ability): string[] {
  const { successAt, error, isDocumented, state } = ability
  const lines = [
    `- ${endpointOf(ability)}${isDocumented ? '' : ' (not documented)'}: ${stateTexts[state].toLowerCase()}`,
  ]
  if (successAt !== null) lines.push(`  last success ${utc(successAt)}`)
  if (error !== null) {
    const code = error.status === null ? error.code : `${error.status} ${error.code}`
    lines.push(`  last error ${utc(error.at)}: ${code}. ${error.sentence}`)
  }
  return lines
}

function utc(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
