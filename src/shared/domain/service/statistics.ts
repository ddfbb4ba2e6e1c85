export const emailPlatformForms = ['all', 'webmails', 'webmails/total', 'applications', 'applications/total'] as const
export type EmailPlatformForm = (typeof emailPlatformForms)[number]

/** Opens by operating system and device; there is no total of all. */
export const devicePlatformForms = ['all', 'computers', 'computers/total', 'mobiles', 'mobiles/total'] as const
export type DevicePlatformForm = (typeof devicePlatformForms)[number]
