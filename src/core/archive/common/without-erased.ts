/** Shown to users who copy a team archive without the right to see who was erased. */
export const withoutErased =
  'You may not see who was erased from this team archive, so the file can’t keep these people from being added again. A copy by someone with write access can.'
