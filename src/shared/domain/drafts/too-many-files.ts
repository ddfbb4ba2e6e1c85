import { mostParts } from '#shared/contract/base/draft-limits.ts'

/** Said of each file that is left out. */
export const tooManyFiles = `A message can have at most ${mostParts} files. Remove some, then add this one.`
