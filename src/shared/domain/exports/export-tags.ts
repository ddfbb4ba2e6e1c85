/**
 * Writes a message’s tags as the single text that exports contain: `invoice,paid`. Tags that this form would split or
 * change are written as a JSON list, which every reader of exports supports: `["a, b"]`.
 */
export function exportTags(tags: readonly string[]): string {
  const isPlain = tags.every(isPlainTag) && tags[0]?.startsWith('[') !== true
  return isPlain ? tags.join(',') : JSON.stringify(tags)
}

function isPlainTag(tag: string): boolean {
  return tag !== '' && !tag.includes(',') && tag.trim() === tag
}
