/** Numbers of 16 bits, as all of these formats write them. */
export function words(...values: number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 2)
  values.forEach((value, index) => bytes.writeUInt16LE(value, index * 2))
  return bytes
}

/** Numbers of 32 bits. */
export function longs(...values: number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 4)
  values.forEach((value, index) => bytes.writeUInt32LE(value, index * 4))
  return bytes
}
