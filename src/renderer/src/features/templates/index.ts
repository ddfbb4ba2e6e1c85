export { default as TemplatePage } from './detail/TemplatePage.svelte'
export { default as EditTemplate } from './edit/EditTemplate.svelte'
export { default as ComparePage } from './history/ComparePage.svelte'
export { default as TemplatesPage } from './list/TemplatesPage.svelte'
