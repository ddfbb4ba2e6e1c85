export { findInManual, type Found } from './find-in-manual.ts'
export { default as ManualPage } from './ManualPage.svelte'
export { manualPageOf, manualPages } from './page-names.ts'
export { readPage } from './pages.ts'
