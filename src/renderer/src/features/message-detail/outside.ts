/** Whether the host may be asked to open it: nothing but https leaves the page, and only at a length it takes. */
export function opensOutside(url: string): boolean {
  if (url.length > 4000) return false
  try {
    return new URL(url).protocol === 'https:'
  } catch {
    return false
  }
}
