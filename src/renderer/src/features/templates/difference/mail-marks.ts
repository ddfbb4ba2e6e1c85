/** Markers in a compared message. They contain a secret, so that a message can’t forge them. */
export type MarkKind = 'added' | 'removed'

const element = 'mailroom-change'

export function markAttribute(secret: string): string {
  return `data-change-${secret}`
}

export function markTags(secret: string, kind: MarkKind, change: number): [string, string] {
  return [`<${element} ${markAttribute(secret)}="${kind} ${change}">`, `</${element}>`]
}

/** Attributes for an `img` tag, to be inserted after the tag name. */
export function markedImage(secret: string, kind: MarkKind, change: number): string {
  return ` ${markAttribute(secret)}="${kind} ${change}"`
}

/** Returns a tag without a size, which shows where something from the other message is missing. */
export function anchorTag(secret: string, change: number): string {
  return `<${element} ${markAttribute(secret)}="anchor ${change}"></${element}>`
}

/**
 * A change has a line in addition to its colour, because not everyone can distinguish colours. Important rules in the first
 * layer override all rules in the message, which cannot add anything to an unnamed layer.
 */
export function markStyle(secret: string): string {
  const at = (kind: string, name = element) => `${name}[${markAttribute(secret)}^="${kind} "]`
  const current = `.${currentClass(secret)}`
  return `<style>@layer{
${at('anchor')}{all:unset!important}
${at('added')}{all:unset!important;background:#c9f0d3!important;color:#0b3d1c!important;text-decoration:underline 2px #1a7f37!important;-webkit-text-fill-color:currentcolor!important}
${at('removed')}{all:unset!important;background:#ffd7d5!important;color:#6b0f0a!important;text-decoration:line-through 2px #c4271b!important;-webkit-text-fill-color:currentcolor!important}
${at('added', 'img')}{outline:3px solid #1a7f37!important;outline-offset:1px!important}
${at('removed', 'img')}{outline:3px dashed #c4271b!important;outline-offset:1px!important}
${at('added')}${current},${at('removed')}${current}{outline:3px solid #2459d6!important;outline-offset:2px!important}
${at('added', 'img')}${current},${at('removed', 'img')}${current}{outline:4px solid #2459d6!important;outline-offset:3px!important}
${at('anchor')}${current}{outline:2px solid #2459d6!important}
}</style>`
}

/** Returns the class of the change that the user navigated to last. */
export function currentClass(secret: string): string {
  return `current-${secret}`
}
