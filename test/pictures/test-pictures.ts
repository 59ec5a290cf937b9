import sharp from 'sharp'
import { max_pictures } from '#contracts/staff/pictures.ts'
import type { FileStore } from '#platform/files/files-port.ts'
import { pictureIntake } from '#platform/images/picture-intake.ts'
import type { PictureFiles } from '#shop/picture/pictures.ts'

/** A store of files in memory. */
export function memoryFiles(): FileStore & { stored: Map<string, Buffer> } {
  const stored = new Map<string, Buffer>()
  return {
    stored,
    put: async (key, bytes) => void stored.set(key, Buffer.from(bytes)),
    get: async (key) => stored.get(key) ?? null,
    remove: async (key) => void stored.delete(key),
    list: async function* (prefix) {
      for (const key of stored.keys()) if (key.startsWith(prefix)) yield key
    },
  }
}

/** The intake with a store in memory, for tests without an HTTP server. */
export function testPictures(files: FileStore = memoryFiles()): PictureFiles {
  return { take: pictureIntake({ max_bytes: max_pictures.bytes }), files }
}

/** An upload of a small picture. Another colour is another picture. */
export async function photo(
  background = '#884400',
  name = 'hộp móp.jpg',
  size = { width: 64, height: 48 },
) {
  const create = { ...size, channels: 3, background } as const
  return { name, bytes: await sharp({ create }).jpeg().toBuffer() }
}
