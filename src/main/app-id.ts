/** Windows connects notifications and the taskbar to the installed app by this id; macOS and Linux name the app by it. */
export const appId = 'app.mailroom.desktop'
