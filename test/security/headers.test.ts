import { expect, test } from 'vitest'
import { startTestHost } from '#test/support/browser-host.ts'
import { withDataFolder } from '#test/support/data-folder.ts'
import { HttpClient } from '#test/support/http-client.ts'

test('every response, including refusals, has the strict policy and the other hardening headers', () =>
  withDataFolder(async (dataFolder) => {
    const host = await startTestHost({ dataFolder })
    const stranger = new HttpClient(host.origin)
    const json = { 'Content-Type': 'application/json' }
    const answers = [
      await host.client.signedIn({ path: '/' }),
      await host.client.signedIn({ path: '/no-such-page' }),
      await host.client.signedIn({ method: 'POST', path: '/rpc/settings.get', headers: json }),
      await host.client.signedIn({ method: 'POST', path: '/rpc/no.such', headers: json }),
      await stranger.send({ path: '/', headers: { Host: 'evil.example' } }),
      await stranger.send({ path: '/events' }),
    ]
    await host.close()
    expect(answers.map(({ status }) => status)).toEqual([
      expect.toBeOneOf([200, 503]),
      expect.any(Number),
      200,
      404,
      421,
      401,
    ])
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers).not.toHaveProperty('access-control-allow-origin')
      const policy = new Map(
        (headers['content-security-policy'] as string).split(';').map((directive) => {
          const [name = '', ...sources] = directive.trim().split(' ')
          return [name, sources.join(' ')]
        }),
      )
      expect(policy.get('default-src')).toBe("'none'")
      // The built page contains an import map, which is allowed by its hash.
      expect(policy.get('script-src')).toMatch(/^'self'(?: 'sha256-[\w+/]{43}=')?$/)
      expect(policy.get('connect-src')).toBe("'self'")
      for (const name of ['base-uri', 'form-action', 'frame-ancestors']) expect(policy.get(name)).toBe("'none'")
      expect([...policy.values()].join(' ')).not.toMatch(/unsafe-eval|\*|https?:/)
    }
  }))
