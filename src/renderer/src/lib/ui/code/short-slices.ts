/**
 * CodeMirror colours a long text while the page is idle: for 100 ms at a time where the browser can tell it that a key waits,
 * and for 45 ms at most where it cannot. Scrolling and drawing wait for either, so it goes without being told.
 */
Object.defineProperty(navigator, 'scheduling', { value: undefined })
