import { z } from 'zod'
import { command } from './base/define.ts'

/** The features that a host supports. The page checks these and never the host’s name. */
export const capabilities = z.strictObject({
  /** The host has native open and save dialogs, and writes files where the user chooses. */
  saveToDisk: z.boolean(),
  /** Folders and files can be shown in the system’s file manager. */
  reveal: z.boolean(),
  /** Files can be opened with the system’s own programs. */
  openFile: z.boolean(),
  /** Files can be dragged from the page into other programs. */
  dragOut: z.boolean(),
  /** The host puts secrets on the clipboard and removes them again. */
  clipboard: z.boolean(),
  notify: z.boolean(),
  /** Documents can be converted to PDF files. */
  print: z.boolean(),
  /**
   * The host asks the user before a limit of an account is lifted. If false, the user must enter the key again instead.
   */
  confirm: z.boolean(),
  keychain: z.boolean(),
  /** The host shows a native menu, so the page needs none. */
  nativeMenu: z.boolean(),
  window: z.boolean(),
  /** The system opens mailroom:// links with this program. */
  links: z.boolean(),
  /** The app’s icon in the dock or the taskbar can display a number. */
  badge: z.boolean(),
})
export type Capabilities = z.infer<typeof capabilities>

export const appInfo = z.strictObject({
  version: z.string(),
  host: z.string(),
  components: z.array(z.strictObject({ name: z.string(), version: z.string() })),
  platform: z.enum(['mac', 'windows', 'linux', 'other']),
  systemTimeZone: z.string(),
  systemLanguage: z.string(),
  dataFolder: z.string(),
  capabilities,
  /**
   * Notices that came up during the start, such as a settings file that was set aside or a disk that is almost full.
   */
  notices: z.array(z.strictObject({ id: z.string(), text: z.string() })),
})
export type AppInfo = z.infer<typeof appInfo>

export const app = {
  'app.info': command(z.void(), appInfo),
  'app.dismissNotice': command(z.strictObject({ id: z.string() }), z.void()),
  'app.licences': command(
    z.void(),
    z.array(z.strictObject({ name: z.string(), version: z.string(), licence: z.string(), text: z.string() })),
  ),
  /** Opens an https or mailto URL, or an http URL of this machine, in the user’s browser or mail program. */
  'app.openExternal': command(z.strictObject({ url: z.string().max(4000) }), z.void()),
  'app.revealDataFolder': command(z.void(), z.void()),
  'app.resetWindow': command(z.void(), z.void()),
}
