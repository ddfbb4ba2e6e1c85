/** Loaded when it is opened. */
export const loadPreviewPanel = () => import('./preview/PreviewPanel.svelte')
