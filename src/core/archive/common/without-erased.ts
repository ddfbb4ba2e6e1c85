/** Shown to users who copy a team archive without the right to see who was erased. */
export const withoutErased =
  'You can’t see who was erased from this team archive, so the file can’t prevent these people from being added again. A copy made by someone with write access can.'
