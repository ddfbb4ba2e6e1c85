// vitest calls it before a run of tests, and what it returns at the end.
export { beginRun as default } from './data-folder.mjs'
