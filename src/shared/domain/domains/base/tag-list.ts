export type TagList = {
  readonly tags: ReadonlyMap<string, string>
  readonly problems: readonly string[]
}

/** Reads `name=value; name=value`, the format of DKIM and DMARC records (RFC 6376, 3.2). */
export function readTags(text: string): TagList {
  const tags = new Map<string, string>()
  const problems: string[] = []
  for (const part of text.split(';')) {
    const tag = part.trim()
    if (tag === '') continue
    const at = tag.indexOf('=')
    const name = at < 0 ? '' : tag.slice(0, at).trim()
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) problems.push(`“${shortened(tag)}” is not in the form name=value`)
    else if (tags.has(name)) problems.push(`${name}= is given twice`)
    else tags.set(name, tag.slice(at + 1).trim())
  }
  return { tags, problems }
}

function shortened(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 39)}…`
}
