export { findInManual, type FoundSection } from './find-in-manual.ts'
export { default as ManualPage } from './ManualPage.svelte'
export { manualPageOf, manualPages } from './page-names.ts'
export { readManualPage } from './pages.ts'
