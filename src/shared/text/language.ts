/** The language of all texts. A build for another language replaces it, as it replaces the texts. */
export const textLanguage: string = 'en'
