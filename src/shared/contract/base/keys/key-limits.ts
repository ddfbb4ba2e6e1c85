/** Separate from the schemas, so that the page can use them without loading zod. */
export const longestKeyDescription = 200
export const mostAllowedIps = 100
/** The name of the account that a new key is stored as. */
export const longestKeyName = 80
