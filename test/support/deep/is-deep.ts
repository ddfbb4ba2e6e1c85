/** `DEEP=1 npx vitest run …` runs the whole volume of the tests that run only an aimed share of it otherwise. */
export const isDeep = process.env['DEEP'] !== undefined
