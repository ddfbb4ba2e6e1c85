import type { SendingConfiguration } from '../store/index.ts'
import type { SendOptions } from './outgoing.ts'

/** The defaults for sends whose options do not set these values. */
export type SendDefaults = Pick<SendOptions, 'tracking' | 'analytics' | 'unsubscribe' | 'blacklist'> & {
  /** Parameters added to every link, in addition to those for analytics. */
  parameters?: Record<string, string>
}

export const plainDefaults: SendDefaults = {
  tracking: { htmlOpen: true, htmlClick: true, textClick: false },
}

export function defaultsOf(configuration: SendingConfiguration): SendDefaults {
  const { trackOpens, trackClicks, trackMailTo, googleAnalytics, unsubscribe, customTrack } = configuration
  const { utmSource, utmMedia, utmContent, utmCampaign } = googleAnalytics
  const utm = { utm_source: utmSource, utm_medium: utmMedia, utm_content: utmContent, utm_campaign: utmCampaign }
  const customs = customTrack.customs ?? []
  return {
    tracking: { htmlOpen: trackOpens, htmlClick: trackClicks, textClick: false, mailTo: trackMailTo },
    ...(googleAnalytics.enable && { analytics: given(utm) }),
    ...(unsubscribe.enable && unsubscribe.content && { unsubscribe: unsubscribe.content }),
    ...(unsubscribe.enable && unsubscribe.blacklistId && { blacklist: unsubscribe.blacklistId }),
    ...(customTrack.enable && { parameters: Object.fromEntries(customs.map(({ key, value }) => [key, value])) }),
  }
}

function given(texts: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const entries = Object.entries(texts).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return Object.fromEntries(entries)
}
