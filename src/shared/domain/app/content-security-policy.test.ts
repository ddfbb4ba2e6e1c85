import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy.ts'

describe('the content security policy', () => {
  const policy = new Map(
    contentSecurityPolicy()
      .split('; ')
      .map((directive) => [directive.split(' ')[0]!, directive.split(' ').slice(1)] as const),
  )

  it('refuses by default, and runs only scripts of the page itself', () => {
    expect(policy.get('default-src')).toEqual(["'none'"])
    expect(policy.get('script-src')).toEqual(["'self'"])
  })

  it('names no origin but the page’s own', () => {
    const sources = [...policy.values()].flat()
    expect(sources.filter((source) => !/^('none'|'self'|'unsafe-inline'|data:|blob:)$/.test(source))).toEqual([])
  })

  it('lets inline code in through styles alone', () => {
    const inline = [...policy].filter(([, sources]) => sources.includes("'unsafe-inline'")).map(([name]) => name)
    expect(inline).toEqual(['style-src'])
  })

  it('keeps the page out of frames, and forms and bases inside', () => {
    for (const name of ['frame-ancestors', 'form-action', 'base-uri']) expect(policy.get(name)).toEqual(["'none'"])
  })

  it('lets the import map of the built page in by its hash, and workers only from what the page has compared', () => {
    const changed = contentSecurityPolicy('sha256-abc=')
      .split('; ')
      .filter((directive) => !contentSecurityPolicy().split('; ').includes(directive))
    expect(changed).toEqual(["script-src 'self' 'sha256-abc='", 'worker-src blob:'])
  })
})
