import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { build, preview as serveBuild } from 'vite'
import { contentSecurityPolicy } from '#shared/domain/app/content-security-policy.ts'

const root = fileURLToPath(new URL('../../../src/renderer', import.meta.url))

export type ServedPreview = {
  readonly url: string
  close(): Promise<void>
}

/** Builds the page that shows every component, and serves it. */
export async function servePreview(): Promise<ServedPreview> {
  const outDir = await mkdtemp(join(tmpdir(), 'mailroom-preview-'))
  const common = { configFile: false, root, logLevel: 'error' } as const
  await build({
    ...common,
    plugins: [svelte({ configFile: false })],
    build: { outDir, emptyOutDir: true, assetsInlineLimit: 0, rolldownOptions: { input: join(root, 'preview.html') } },
  })
  const server = await serveBuild({
    ...common,
    build: { outDir },
    // The app’s content security policy applies here too, and the console reports violations.
    preview: { host: '127.0.0.1', port: 0, headers: { 'content-security-policy': contentSecurityPolicy() } },
  })
  return {
    url: server.resolvedUrls!.local[0]!,
    async close() {
      await server.close()
      await rm(outDir, { recursive: true })
    },
  }
}
