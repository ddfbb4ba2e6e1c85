/** `DEEP=1 npx vitest run …` runs every case of the tests that otherwise run a selection. */
export const isDeep = process.env['DEEP'] !== undefined
