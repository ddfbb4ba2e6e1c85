/** The sandbox from whose outbox a message came. */
const sandboxes = new WeakMap()

export function sandboxOf(message) {
  return sandboxes.get(message)
}

/** Returns the same sandbox, but its messages can be clicked, unsubscribed from and passed to the matchers. */
export function withReader(sandbox) {
  const { outbox } = sandbox
  const shown = {
    ...sandbox,
    outbox: {
      ...outbox,
      list: async (page) => (await outbox.list(page)).map((entry) => known(shown, entry)),
      find: async (id) => readable(shown, await outbox.find(id)),
      waitFor: async (filter, options) => readable(shown, await outbox.waitFor(filter, options)),
    },
    fork: async (options) => withReader(await sandbox.fork(options)),
  }
  return shown
}

function known(sandbox, message) {
  sandboxes.set(message, sandbox)
  return message
}

/** Adds methods that are not enumerable, so that a message is still compared and printed as data. */
function readable(sandbox, message) {
  if (message === undefined) return undefined
  return Object.defineProperties(known(sandbox, message), {
    follow: { value: (link) => follow(message, link) },
    unsubscribe: { value: () => unsubscribe(sandbox, message) },
  })
}

async function follow({ subject, email, links }, wanted) {
  const link = links.find(
    ({ url, target }) => leadsTo(wanted, url) || (target !== undefined && leadsTo(wanted, target)),
  )
  if (link === undefined) throw new Error(`The message “${subject}” to ${email} has no link to ${String(wanted)}.`)
  if (link.target === undefined) return link.url
  // The destination may be a real site, which a test must not call by mistake.
  const { status, headers } = await fetch(link.url, { redirect: 'manual' })
  if (status !== 302) throw new Error(`The sandbox refused the click on ${link.url} with status ${status}.`)
  return headers.get('location')
}

async function unsubscribe(sandbox, { id, subject, email, links, headers }) {
  const own = `${new URL(sandbox.url).origin}/t/u/`
  const lines = headers.filter(({ name }) => name.toLowerCase() === 'list-unsubscribe')
  const listed = lines.flatMap(({ value }) => [...value.matchAll(/<([^<>]+)>/g)].map(([, url]) => url))
  const link = [...listed, ...links.map(({ url }) => url)].find((url) => url.startsWith(own))
  if (link === undefined) {
    throw new Error(`The message “${subject}” to ${email} has no unsubscribe link of the sandbox.`)
  }
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  const { status } = await fetch(link, { method: 'POST', body, redirect: 'manual' })
  if (status !== 200) throw new Error(`The sandbox refused to unsubscribe ${email} with status ${status}.`)
  return sandbox.outbox.find(id)
}

/** Whether an address is the wanted one. If none is given, every address matches. */
export function leadsTo(wanted, url) {
  if (wanted === undefined) return true
  return typeof wanted === 'string' ? url === wanted : url.search(wanted) !== -1
}
