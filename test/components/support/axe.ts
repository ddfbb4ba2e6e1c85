import axe from 'axe-core'
import { coloursAtRest, contrast, onlyViolations, standards } from '#test/support/axe/axe-rules.ts'
import { browser } from './page-commands.ts'

/** The violations that axe finds in the page, or only in the part that was just opened. */
export function violations(part = 'html'): Promise<string[]> {
  return runAxe(part, standards)
}

/** Texts with too little contrast, the only violations that depend on the theme. */
export function paleParts(part = 'html'): Promise<string[]> {
  return runAxe(part, [contrast])
}

/** All violations in the light theme and insufficient contrast in the dark one, with animations off. */
export async function violationsInThemes(part = 'html'): Promise<string[]> {
  await browser.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
  const dark = await paleParts(part)
  await browser.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  return [...(await violations(part)), ...dark.map((found) => `dark: ${found}`)]
}

async function runAxe(part: string, rules: string[]): Promise<string[]> {
  await coloursAtRest()
  const { violations: found } = await axe.run({ include: [part] }, { ...onlyViolations, runOnly: rules })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
}
