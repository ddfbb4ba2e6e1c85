import type { ReleaseFile } from './release-files.ts'

/** Takes the program out of the deb. The icon gets the name of the app, without which Flatpak does not export it. */
export function flatpakManifest(deb: ReleaseFile, appId: string): string {
  const desktop = `/app/share/applications/${appId}.desktop`
  return `id: ${appId}
runtime: org.freedesktop.Platform
runtime-version: '25.08'
sdk: org.freedesktop.Sdk
base: org.electronjs.Electron2.BaseApp
base-version: '25.08'
command: mailroom
rename-icon: mailroom
finish-args:
  - --share=ipc
  - --share=network
  - --socket=wayland
  - --socket=fallback-x11
  - --device=dri
  # The keys of the accounts.
  - --talk-name=org.freedesktop.secrets
  - --talk-name=org.freedesktop.Notifications
modules:
  - name: mailroom
    buildsystem: simple
    build-commands:
      - ar p mailroom.deb data.tar.xz | tar --extract --xz
      - mv opt/Mailroom /app/mailroom
      - cp --recursive usr/share/applications usr/share/icons /app/share/
      - install -D mailroom.sh /app/bin/mailroom
      - desktop-file-edit --set-key=Exec --set-value='mailroom %U' ${desktop}
    sources:
      - type: file
        dest-filename: mailroom.deb
        url: ${deb.url}
        sha256: ${deb.sha256}
      - type: script
        dest-filename: mailroom.sh
        commands:
          - exec zypak-wrapper /app/mailroom/mailroom "$@"
`
}
