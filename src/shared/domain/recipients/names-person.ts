/** For the text of a file, in which an address is as JSON writes it, in letters of either case. */
export function namesPerson(email: string): (text: string) => boolean {
  const wanted = JSON.stringify(email.trim().toLowerCase()).slice(1, -1)
  return (text) => text.toLowerCase().includes(wanted)
}
