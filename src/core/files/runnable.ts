import { AppError } from '#shared/contract/base/error.ts'
import { endingOf } from '#shared/text/safe-name.ts'

/** Types that Windows, macOS or a Linux desktop runs, installs or follows when opened, instead of displaying them. */
const runnable = new Set(
  [
    'ade adp app appimage appinstaller application applescript appref-ms appx appxbundle action bash bat bin cab',
    'cdxml cer chm cjs class cmd cnt command com cpl crx csh deb desktop diagcab diagcfg diagpkg dll dmg elf exe',
    'fileloc fish flatpak flatpakref fxp gadget grp hlp hpj hta htc img inetloc inf ins inx ipa iso isp isu jar jnlp',
    'job js jse ksh library-ms lnk mcf mht mhtml mjs mpkg msc msh msh1 msh2 mshxml msi msix msixbundle msp mst osax',
    'out paf pcd pif pkg pl plg prf prg printerexport ps1 ps1xml ps2 ps2xml psc1 psc2 psd1 psdm1 psm1 py pyc pyo pyw',
    'pyz pyzw rb reg rgs rpm run scf scpt scptd scr sct search-ms searchconnector-ms service settingcontent-ms sh shb',
    'shs slk snap sys terminal theme themepack tool url vb vbe vbp vbs vbscript vhd vhdx vsmacros vsw webloc website',
    'workflow ws wsc wsf wsh xbap xll xnk xpi zsh',
  ].flatMap((line) => line.split(' ')),
)

/**
 * Only the extension matters, because systems choose a program by it. A copy that is opened never has permission to run.
 */
export function refuseRunnable(name: string): void {
  const ending = endingOf(name)
  if (!runnable.has(ending)) return
  const sentence = `A “.${ending}” file can run as a program, so Mailroom doesn’t open it. Save a copy instead.`
  throw new AppError('runnable', sentence)
}
