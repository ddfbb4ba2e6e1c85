/** The Node that runs the package. `npm test -- deep` names the oldest one that the package supports. */
export const packageNode = process.env['PACKAGE_NODE'] ?? process.execPath
