import axe from 'axe-core'
import { coloursAtRest, standards } from '#test/support/axe/axe-rules.ts'

/** The violations that axe finds in the page, or in the part of it that was just opened. */
export async function violations(part = 'html'): Promise<string[]> {
  await coloursAtRest()
  const { violations: found } = await axe.run({ include: [part] }, { runOnly: standards })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
}
