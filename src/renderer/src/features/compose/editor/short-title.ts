/** The beginning of a subject, for the head of the view: the whole one is in its field. No character is split. */
export function shortTitle(subject: string, most: number): string {
  const letters = [...subject.slice(0, 2 * most + 2)]
  return letters.length > most
    ? `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : subject
}
