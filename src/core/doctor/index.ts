/** Checks whether everything that Mailroom needs works on this computer. */
export type { CheckedPart } from './check.ts'
export { freeBytesOf } from './computer-checks.ts'
export { examine, type DoctorNeeds } from './examine.ts'
