/** Loaded when the panel is opened. */
export const loadPreviewPanel = () => import('./preview/PreviewPanel.svelte')
