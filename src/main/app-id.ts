/** By this Windows joins notifications and the taskbar to the installed app, and macOS and Linux name it. */
export const appId = 'app.mailroom.desktop'
