export const ownSalt = 'salt'
/** The salts of other archives whose erased people are kept out, too. Their tombstones are among the archive’s. */
export const otherSalts = 'otherSalts'
export const saltSettings: readonly string[] = [ownSalt, otherSalts]

/** All salts in the values of these settings: each is one salt, a list of salts, or null. */
export function saltsIn(values: readonly unknown[]): string[] {
  return values.flat().filter((each) => typeof each === 'string')
}

/** The salts of other archives after more were added. The archive’s salt is not repeated among them. */
export function joinedSalts(known: { own: unknown; others: unknown }, added: readonly string[]): string[] {
  const joined = new Set([...saltsIn([known.others]), ...added])
  return [...joined].filter((salt) => salt !== known.own)
}
