// vitest calls the default export before a test run, and the function that it returns after it.
export { beginRun as default } from './data-folder.mjs'
