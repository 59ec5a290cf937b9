import { crc32, inflateRawSync } from 'node:zlib'

/** Reads an archive by its directory, as programs do, and checks the size and sum of every file. */
export function unzipped(bytes: Buffer): Record<string, string> {
  const end = bytes.length - 22
  const files_by_name: Record<string, string> = {}
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, size] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)]
    const name_length = bytes.readUInt16LE(at + 28)
    const name = bytes.subarray(at + 46, at + 46 + name_length).toString()
    const start = bytes.readUInt32LE(at + 42) + 30 + name_length
    const content = inflateRawSync(bytes.subarray(start, start + packed))
    if (content.length !== size || crc32(content) !== bytes.readUInt32LE(at + 16)) {
      throw new RangeError(`${name} is not what the archive says`)
    }
    files_by_name[name] = content.toString()
    at += 46 + name_length
  }
  return files_by_name
}
