export const emailPlatformForms = ['all', 'webmails', 'webmails/total', 'applications', 'applications/total'] as const
export type EmailPlatformForm = (typeof emailPlatformForms)[number]
