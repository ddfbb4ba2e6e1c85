/**
 * Windows uses this id to match notifications and the taskbar button with the installed app. On macOS and Linux, it
 * identifies the app.
 */
export const appId = 'app.mailroom.desktop'
