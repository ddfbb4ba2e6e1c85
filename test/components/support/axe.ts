import axe from 'axe-core'
import { coloursAtRest, contrast, onlyViolations, standards } from '#test/support/axe/axe-rules.ts'
import { browser } from './page-commands.ts'

/** The violations that axe finds in the page, or in the part of it that was just opened. */
export function violations(part = 'html'): Promise<string[]> {
  return runAxe(part, standards)
}

/** What is too pale: all that another theme can do wrong. */
export function paleParts(part = 'html'): Promise<string[]> {
  return runAxe(part, [contrast])
}

/** All of them in the light theme, and what is too pale in the dark one. Nothing moves meanwhile. */
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
