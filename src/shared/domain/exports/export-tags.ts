/**
 * The tags of a message as the one text of an export: `invoice,paid`. Tags that would be split or changed by it are written
 * as a JSON list, which every reader of exports knows: `["a, b"]`.
 */
export function exportTags(tags: readonly string[]): string {
  const isPlain = tags.every(isPlainTag) && tags[0]?.startsWith('[') !== true
  return isPlain ? tags.join(',') : JSON.stringify(tags)
}

function isPlainTag(tag: string): boolean {
  return tag !== '' && !tag.includes(',') && tag.trim() === tag
}
