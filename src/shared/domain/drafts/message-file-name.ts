/** For an input in the page. */
export const messageFileTypes = '.html,.htm,.eml'

/** Whether the name is that of a saved mail. */
export const isMailFileName = (name: string): boolean => /\.eml$/i.test(name)

/** Whether a new message can begin with a file: the HTML of one, or a whole mail. */
export const isMessageFileName = (name: string): boolean => isMailFileName(name) || /\.html?$/i.test(name)
