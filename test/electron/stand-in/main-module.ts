/** What `import … from 'electron'` answers in the main process; a name that is missing here fails while linking. */
export { app } from './app.ts'
export { BrowserWindow } from './browser-window.ts'
export { dialog } from './dialog.ts'
export { ipcMain } from './ipc.ts'
export { Menu } from './menu.ts'
export { nativeTheme, Notification, screen, shell } from './desktop.ts'
export { protocol } from './protocol.ts'
export { session } from './session.ts'
