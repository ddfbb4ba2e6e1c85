export { default as NoteControls } from './NoteControls.svelte'
export { default as NoteMarks } from './NoteMarks.svelte'
export { PeriodNotes } from './period-notes.svelte.ts'
