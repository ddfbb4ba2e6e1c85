import { leadsTo, sandboxOf } from './reader.js'

export { withReader } from './reader.js'

/** The states of a message that has arrived, regardless of what its reader did then. */
const arrived = ['delivered', 'unsubscribed', 'complaint']
const bounced = { hard: ['hardbounced'], soft: ['softbounced'], any: ['hardbounced', 'softbounced'] }
const unfinished = ['requested', 'scheduled', 'deferred']

/** For `expect.extend` of Vitest, Jest and Playwright. */
export const matchers = {
  toBeDelivered(message, options) {
    return judgeState(this, { name: 'toBeDelivered', message, states: arrived, wanted: 'be delivered', ...options })
  },

  toHaveBounced(message, { kind = 'any', ...options } = {}) {
    const wanted = kind === 'any' ? 'have bounced' : `have ${kind}-bounced`
    return judgeState(this, { name: 'toHaveBounced', message, states: bounced[kind], wanted, ...options })
  },

  toHaveCode(message, code) {
    const { codes } = whole('toHaveCode', message)
    const wanted = code === undefined ? 'have a one-time code' : `have the one-time code ${code}`
    return {
      pass: code === undefined ? codes.length > 0 : codes.includes(code),
      message: () =>
        sentence(this, { message, wanted, found: codes.length === 0 ? 'has none' : `has ${listed(codes)}` }),
    }
  },

  toHaveLink(message, link) {
    const { links } = whole('toHaveLink', message)
    const found = links.length === 0 ? 'has none' : `has ${listed(links.map(({ url, target = url }) => target))}`
    const wanted = link === undefined ? 'have a link' : `have a link to ${String(link)}`
    return {
      pass: links.some(({ url, target }) => leadsTo(link, url) || (target !== undefined && leadsTo(link, target))),
      message: () => sentence(this, { message, wanted, found }),
    }
  },
}

/** Tests often check a state long after they received the message, so it is looked up again. */
async function judgeState(context, { name, message, states, wanted, advance }) {
  const sandbox = sandboxOf(message)
  if (sandbox === undefined)
    throw new TypeError(`${name} takes a message that came from the outbox of a test’s sandbox.`)
  const current = await lookUp(sandbox, { message, states, advance })
  const { lastState, reason } = current
  const why = reason === null || reason === '' ? '' : `: ${reason.replace(/\.$/, '')}`
  const isWaiting = unfinished.includes(lastState) && !context.isNot
  return {
    pass: states.includes(lastState),
    message: () => {
      const said = sentence(context, { message, wanted, found: `is ${lastState}${why}` })
      return isWaiting ? `${said} ${hint(name, { clock: sandbox.clock.state(), advance })}` : said
    },
  }
}

async function lookUp(sandbox, { message, states, advance }) {
  await sandbox.settle()
  const current = await find(sandbox, message)
  const isWaiting = unfinished.includes(current.lastState) && !states.includes(current.lastState)
  if (!isWaiting || advance === undefined) return current
  await sandbox.clock.advance(advance)
  return find(sandbox, message)
}

async function find(sandbox, { id, email }) {
  const current = await sandbox.outbox.find(id)
  if (current === undefined) throw new Error(`The sandbox no longer has the message ${id} to ${email}.`)
  return current
}

function hint(name, { clock, advance }) {
  if (advance !== undefined) return 'Its next step is due later: advance the clock further.'
  const why = clock.running ? 'Its next step is due later by the sandbox’s clock' : 'The sandbox’s clock is stopped'
  return `${why}: ${name}({ advance: 'hour' }) moves it.`
}

function sentence({ isNot }, { message: { subject, email }, wanted, found }) {
  return `Expected the message “${subject}” to ${email} ${isNot ? 'not ' : ''}to ${wanted}, but it ${found}.`
}

function whole(name, message) {
  if (Array.isArray(message?.codes) && Array.isArray(message.links)) return message
  throw new TypeError(`${name} takes a message that came from outbox.find or outbox.waitFor.`)
}

function listed(texts) {
  return texts.join(', ')
}
