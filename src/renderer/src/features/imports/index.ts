export { type FileImport, provideFileImport, useFileImport } from './file-import.svelte.ts'
export { kindLabels } from './file-kind-labels.ts'
export { default as ImportDialog } from './ImportDialog.svelte'
