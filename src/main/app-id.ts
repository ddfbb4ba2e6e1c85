/**
 * Windows uses this id to connect notifications and the taskbar to the installed app; macOS and Linux identify the app by
 * it.
 */
export const appId = 'app.mailroom.desktop'
