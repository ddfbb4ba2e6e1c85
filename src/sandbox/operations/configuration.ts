import { hash } from 'node:crypto'
import { json, type Answer } from '../http/answer.ts'
import { invalid } from '../http/service-error.ts'
import {
  readBodyObject,
  readFlag,
  readLine,
  readObject,
  readText,
  type Fields,
  type Reading,
} from '../readers/fields.ts'
import type { SendingConfiguration } from '../store/index.ts'
import type { Call, Service } from './service.ts'

const flags = ['trackOpens', 'trackClicks', 'trackMailTo', 'addNewDomains'] as const
const objects = ['googleAnalytics', 'unsubscribe', 'customTrack'] as const
const utmNames = ['utmSource', 'utmMedia', 'utmContent', 'utmCampaign'] as const

/**
 * Returns the defaults for all sends, which the service’s documentation does not mention. A send’s own options take
 * precedence.
 */
export function getConfiguration({ service }: Call): Answer {
  return json(wireConfiguration(service))
}

/** Missing fields remain unchanged, including those of the inner objects. */
export function changeConfiguration({ service, body }: Call): Answer {
  const { store, settings } = service
  const before = store.configuration.current
  const given = readBodyObject(body, settings, [...flags, ...objects])
  const changed: SendingConfiguration = {
    ...before,
    ...present(Object.fromEntries(flags.map((name) => [name, readFlag(given[name], name, settings)]))),
    googleAnalytics: { ...before.googleAnalytics, ...readAnalytics(given.googleAnalytics, settings) },
    unsubscribe: { ...before.unsubscribe, ...readUnsubscribe(given.unsubscribe, settings) },
    customTrack: { ...before.customTrack, ...readCustomTrack(given.customTrack, settings) },
  }
  if (![...flags, ...objects].some((name) => given[name] !== undefined && given[name] !== null)) {
    throw invalid('The request changes nothing.')
  }
  store.configuration.write(changed)
  return json({ ...wireConfiguration(service), status: 'success' })
}

function wireConfiguration({ store }: Service) {
  const accountId = store.account()?.id ?? ''
  return { id: hash('sha256', accountId, 'hex').slice(0, 24), accountId, ...store.configuration.current }
}

function readAnalytics(value: unknown, reading: Reading): SendingConfiguration['googleAnalytics'] {
  const fields = readObject(value, 'googleAnalytics', reading)
  const texts = utmNames.map((name) => [name, readLine(fields?.[name], `googleAnalytics.${name}`)])
  return { ...readEnable(fields, 'googleAnalytics', reading), ...present(Object.fromEntries(texts)) }
}

function readUnsubscribe(value: unknown, reading: Reading): SendingConfiguration['unsubscribe'] {
  const fields = readObject(value, 'unsubscribe', reading)
  return {
    ...readEnable(fields, 'unsubscribe', reading),
    ...present({
      content: readText(fields?.content, 'unsubscribe.content'),
      blacklistId: readLine(fields?.blacklistId, 'unsubscribe.blacklistId'),
    }),
  }
}

function readCustomTrack(value: unknown, reading: Reading): SendingConfiguration['customTrack'] {
  const fields = readObject(value, 'customTrack', reading)
  const customs = fields?.customs ?? undefined
  if (customs !== undefined && !Array.isArray(customs)) throw invalid('customTrack.customs must be a list.')
  const read = customs?.map((entry: unknown, index) => {
    const where = `customTrack.customs[${index}]`
    const custom = readObject(entry, where, reading)
    const key = readLine(custom?.key, `${where}.key`)
    if (!key) throw invalid(`${where}.key is required.`)
    return { key, value: readLine(custom?.value, `${where}.value`) ?? '' }
  })
  return { ...readEnable(fields, 'customTrack', reading), ...present({ customs: read }) }
}

function readEnable(fields: Fields | undefined, name: string, reading: Reading): { enable?: boolean } {
  return present({ enable: readFlag(fields?.enable, `${name}.enable`, reading) })
}

function present<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }
}
