/**
 * Returns the text that the release key signs. Its first line names the purpose, so that no other text signed with this
 * key can be mistaken for an update notice.
 */
export function signedUpdateText(payload: string): string {
  return `mailroom update 1\n${payload}`
}
