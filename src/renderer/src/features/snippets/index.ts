export { default as SaveSnippetDialog } from './SaveSnippetDialog.svelte'
