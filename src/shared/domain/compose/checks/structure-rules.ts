import type { Finding } from './finding.ts'
import { Grouped } from './grouped.ts'
import { attribute, rangeOf, type MailTree } from './mail-tree.ts'

const removed = new Set(
  'script,iframe,frame,frameset,object,embed,applet,video,audio,canvas,form,input,button,select,textarea,base,dialog,portal'.split(
    ',',
  ),
)

/** What mail programs remove from every message. */
export function structureFindings(tree: MailTree): Finding[] {
  const list = new Grouped('structure')
  for (const element of tree.elements) {
    const { name } = element
    if (removed.has(name)) {
      list.add(
        name,
        name === 'script' ? 'error' : 'warning',
        element.range,
        `Mail programs remove ${name} elements. Use a link or an image instead.`,
      )
    }
    if (name === 'link' && /stylesheet/i.test(attribute(element, 'rel') ?? '')) {
      list.add(
        'stylesheet',
        'warning',
        element.range,
        'Mail programs don’t load a stylesheet of its own. Copy its rules into a style element.',
      )
    }
    if (name === 'meta' && /^refresh$/i.test(attribute(element, 'http-equiv') ?? '')) {
      list.add(
        'refresh',
        'warning',
        element.range,
        'Mail programs remove a meta element that leads elsewhere (refresh).',
      )
    }
    for (const each of element.attributes.keys()) {
      if (/^on[a-z]{3,30}$/.test(each)) {
        list.add(
          'handler',
          'error',
          rangeOf(element, each),
          'An element has a script (onclick and the like), which mail programs remove.',
        )
      }
    }
  }
  return list.findings()
}
