/**
 * This process’s environment without the developer’s Mailroom folder and keys, and without the folder that npm was
 * started in.
 */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const isOurs = (name: string) => !/^(?:MAILROOM_DATA|MAILROOM_KEY(?:_.*)?|INIT_CWD)$/.test(name)
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isOurs(name)))
}
