/** A webhook as the service lists it before its first call. */
export const exampleWebhook = {
  id: '1',
  url: 'https://hooks.example.org/mail',
  description: 'Shop',
  events: ['bounce'],
  success: 0,
  errors: 0,
  lastCall: null,
  createdAt: null,
  updatedAt: null,
}
