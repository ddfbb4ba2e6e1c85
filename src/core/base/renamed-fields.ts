/**
 * Renames a stored object’s fields to their current names. `earlier` maps field names in files from earlier versions to
 * current names.
 */
export function withRenamedFields(stored: unknown, earlier: Readonly<Record<string, string>>): unknown {
  if (typeof stored !== 'object' || stored === null) return stored
  const nameOf = (field: string) => {
    const now = earlier[field]
    return now === undefined || now in stored ? field : now
  }
  return Object.fromEntries(Object.entries(stored).map(([field, value]) => [nameOf(field), value as unknown]))
}
