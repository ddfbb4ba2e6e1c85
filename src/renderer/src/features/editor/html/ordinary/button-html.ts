import { escapeHtml } from '#shared/domain/drafts/substitution.ts'
import { attributeOf, type MarkupElement, type MarkupNode, textOfMarkup } from '../../../markup/index.ts'

export type ButtonDetails = { readonly label: string; readonly href: string; readonly color: string }

/**
 * Returns a button that displays correctly in every mail program: a table with one coloured cell that contains the link
 * as a block.
 */
export function buttonHtml({ label, href, color }: ButtonDetails): string {
  const link = `display:inline-block;padding:12px 24px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:20px;color:#ffffff;text-decoration:none;font-weight:bold`
  return [
    '<table role="presentation" border="0" cellpadding="0" cellspacing="0" style="margin:16px 0"><tr>',
    `<td bgcolor="${escapeHtml(color)}" style="background-color:${escapeHtml(color)};border-radius:6px">`,
    `<a href="${escapeHtml(href)}" style="${link}">${escapeHtml(label)}</a></td></tr></table>`,
  ].join('')
}

/** Reads a button from a table. Returns null unless `buttonHtml` wrote the table. */
export function readButton(source: string, table: MarkupElement): ButtonDetails | null {
  const cell = only(only(only(table, 'tbody'), 'tr'), 'td')
  const link = only(cell, 'a')
  if (!cell || !link) return null
  const found = {
    label: textOfMarkup(link),
    href: attributeOf(link, 'href') ?? '',
    color: attributeOf(cell, 'bgcolor') ?? '',
  }
  return buttonHtml(found) === source.slice(table.from, table.to) ? found : null
}

function only(node: MarkupElement | null, name: string): MarkupElement | null {
  const [child, ...others]: readonly MarkupNode[] = node?.children ?? []
  return child?.kind === 'element' && child.name === name && others.length === 0 ? child : null
}
