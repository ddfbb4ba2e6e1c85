/**
 * Returns the beginning of a text part as an inbox shows it, without the addresses that follow links in a generated
 * text.
 */
export function inboxText(text: string): string {
  return text
    .slice(0, 2000)
    .replace(/ \[(?:https?|mailto|tel):[^[\]\s]{0,1000}\]/g, '')
    .slice(0, 300)
}
