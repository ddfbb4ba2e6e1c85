/**
 * The text that the release key signs. The first line names the purpose, so that nothing else ever signed with this key can
 * pass for a notice.
 */
export function signedUpdateText(payload: string): string {
  return `mailroom update 1\n${payload}`
}
