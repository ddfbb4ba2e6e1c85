type Account = { url: string; credentials: { user: string; key: string } }
type Mail = { to: string; subject: string; html: string }

/** In your suite, this is the program under test. It gets the address, user and key of the sandbox. */
export async function send({ url, credentials }: Account, { to, subject, html }: Mail): Promise<void> {
  const response = await fetch(`${url}/messages/send`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Service-ApiUser': credentials.user,
      'X-Service-ApiKey': credentials.key,
    },
    body: JSON.stringify({ to: [{ address: to }], msg: { from: { address: 'shop@shop.example' }, subject, html } }),
  })
  if (!response.ok) throw new Error(`The service refused the message: ${await response.text()}`)
}
