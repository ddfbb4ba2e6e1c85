/**
 * CodeMirror colours a long text while the page is idle: for 100 ms at a time if the browser can report that a key is
 * waiting, and for at most 45 ms if it cannot. Scrolling and drawing wait in either case, so the report is switched off.
 */
Object.defineProperty(navigator, 'scheduling', { value: undefined })
