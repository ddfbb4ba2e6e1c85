/** Caches the formatter for each locale: creating a formatter takes a hundred times as long as using it. */
export function perLocale<Format>(make: (locale: string | undefined) => Format): (locale?: string) => Format {
  const kept = new Map<string | undefined, Format>()
  return (locale) => {
    const known = kept.get(locale)
    if (known !== undefined) return known
    const made = make(locale)
    kept.set(locale, made)
    return made
  }
}
