import { escapeHtml } from '#shared/domain/drafts/substitution.ts'
import type { MarkupElement } from '../../../markup/index.ts'

/** Attributes of foreign HTML that the editor keeps but does not show. */
export type Kept = readonly (readonly [name: string, value: string])[]

export function keptOf({ attributes }: MarkupElement, except: readonly string[] = []): Kept {
  return attributes.filter(({ name }) => !except.includes(name)).map(({ name, value }) => [name, value] as const)
}

export function written(kept: Kept): string {
  return kept.map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('')
}

/**
 * The styles that the editor shows. Styles that load an address, or set a position or a size in the page, are excluded.
 */
const shownStyles =
  /^(?:text-align|color|background-color|background|font-size|font-weight|font-style|font-family|text-decoration|line-height|letter-spacing|text-transform)$/
const plainValue = /^[\w\s#%.,'"!()-]{1,200}$/

export function shownStyle(kept: Kept): string {
  const style = kept.find(([name]) => name === 'style')?.[1] ?? ''
  const align = kept.find(([name]) => name === 'align')?.[1] ?? ''
  const rules = style.split(';').flatMap((rule) => {
    const colon = rule.indexOf(':')
    const name = rule.slice(0, colon).trim().toLowerCase()
    const value = rule.slice(colon + 1).trim()
    return shownStyles.test(name) && plainValue.test(value) && !/url|image|expression/i.test(value)
      ? [`${name}:${value}`]
      : []
  })
  if (/^(?:left|center|right|justify)$/i.test(align)) rules.unshift(`text-align:${align}`)
  return rules.join(';')
}
