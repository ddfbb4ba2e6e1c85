import { parse, serialize } from 'parse5'

/** Markup that affects the whole document or works only once in it. */
const forTheWholeDocument = /<(?:base|meta|body)\b|\bautofocus\b/i

/**
 * Puts the fragments that do not affect each other into one document, and each of the others into a separate one: a
 * fragment that swallows the following ones, or affects the whole document, would hide the effects of others.
 */
function groupsOf(fragments: readonly string[]): string[][] {
  const together = fragments.filter(isContained)
  const alone = fragments.filter((fragment) => !isContained(fragment))
  return [together, ...alone.map((fragment) => [fragment])]
}

/** Whether a box around the fragment stays intact, with and without scripts. */
function isContained(fragment: string): boolean {
  if (forTheWholeDocument.test(fragment)) return false
  return [true, false].every((scriptingEnabled) => {
    const html = serialize(parse(`<!doctype html><body><div>${fragment}</div><p>after</p>`, { scriptingEnabled }))
    return (
      html.startsWith('<!DOCTYPE html><html><head></head><body><div>') &&
      html.endsWith('</div><p>after</p></body></html>')
    )
  })
}

const columns = 6

/** Puts each fragment into a box, so that none can fill the whole frame. */
export function inBoxes(fragments: readonly string[]): string {
  if (fragments.length === 1) return fragments.join('')
  const [width, height] = [100 / columns, 100 / Math.ceil(fragments.length / columns)]
  const boxes = fragments.map((fragment, at) => {
    const place = `left:${(at % columns) * width}%;top:${Math.floor(at / columns) * height}%`
    return `<div style="position:fixed;${place};width:${width}%;height:${height}%;contain:strict">${fragment}</div>`
  })
  return boxes.join('\n')
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** The centres of these boxes in a frame of this size. */
export function middles(count: number, { x, y, width, height }: Box): { x: number; y: number }[] {
  if (count === 1) return [{ x: x + width / 2, y: y + height / 2 }]
  const rows = Math.ceil(count / columns)
  return Array.from({ length: count }, (_, at) => ({
    x: x + (((at % columns) + 0.5) * width) / columns,
    y: y + ((Math.floor(at / columns) + 0.5) * height) / rows,
  }))
}

type Reaction = { readonly isQuiet: boolean }

/**
 * The reactions to the fragments. If a group shows a reaction, its fragments are tried separately; a reaction that
 * only the whole group causes is reported for the group.
 */
export async function loudOnes<Seen extends Reaction>(
  fragments: readonly string[],
  react: (group: readonly string[]) => Promise<Seen>,
): Promise<Seen[]> {
  const loud: Seen[] = []
  for (const group of groupsOf(fragments)) {
    const seen = await react(group)
    if (seen.isQuiet) continue
    const each: Seen[] = []
    for (const fragment of group.length > 1 ? group : []) each.push(await react([fragment]))
    const named = each.filter(({ isQuiet }) => !isQuiet)
    loud.push(...(named.length > 0 ? named : [seen]))
  }
  return loud
}
