import { clientsOf, inWords } from './css-rules.ts'
import { elementSupport } from './css-support.ts'
import type { Finding } from './finding.ts'
import { Grouped } from './grouped.ts'
import { attribute, rangeOf, type MailTree } from './mail-tree.ts'

/** Elements that no mail program keeps. Only some programs drop those in `elementSupport`. */
const removed = new Set('script,iframe,frame,frameset,embed,applet,canvas,base,portal'.split(','))

/** Finds elements and attributes that mail programs remove from messages. */
export function structureFindings(tree: MailTree): Finding[] {
  const list = new Grouped('structure')
  for (const element of tree.elements) {
    const { name } = element
    const isStyleSheet = name === 'link' && /stylesheet/i.test(attribute(element, 'rel') ?? '')
    if (removed.has(name)) {
      const text = `Mail programs remove ${name} elements. Use a link or an image instead: both work everywhere.`
      list.add(name, name === 'script' ? 'error' : 'warning', element.range, text)
    } else if (isStyleSheet) {
      const text = `An external stylesheet isn’t loaded by ${inWords(clientsOf(elementSupport['link']!))}. Copy its rules into a style element.`
      list.add('stylesheet', 'warning', element.range, text)
    } else if (name !== 'link' && elementSupport[name] !== undefined) {
      const text = `The ${name} element is ignored by ${inWords(clientsOf(elementSupport[name]))}. Use a link or an image instead.`
      list.add(name, 'warning', element.range, text)
    }
    if (name === 'meta' && /^refresh$/i.test(attribute(element, 'http-equiv') ?? '')) {
      list.add(
        'refresh',
        'warning',
        element.range,
        'Mail programs remove meta elements that redirect (refresh). Use a link instead.',
      )
    }
    for (const each of element.attributes.keys()) {
      if (/^on[a-z]{3,30}$/.test(each)) {
        list.add(
          'handler',
          'error',
          rangeOf(element, each),
          'An element has a script attribute (such as onclick), which mail programs remove. Remove the attribute.',
        )
      }
    }
  }
  return list.findings()
}
