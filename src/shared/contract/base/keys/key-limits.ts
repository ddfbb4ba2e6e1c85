/** These values are separate from the schemas, so that the page can use them without loading zod. */
export const longestKeyDescription = 200
export const mostAllowedIps = 100
/** Limits the name of the account under which a new key is stored. */
export const longestKeyName = 80
