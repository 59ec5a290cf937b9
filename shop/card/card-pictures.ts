import { randomBytes } from 'node:crypto'
import { openBytes, sealBytes, type SecretBox } from '#platform/files/secret-box.ts'
import { filesProblem, type PictureFiles } from '#shop/picture/pictures.ts'

/** The store of files, and the box that seals the key of each picture. */
export interface CardFiles {
  pictures: PictureFiles
  card_box: SecretBox
}

/** A random name: nothing about the picture or its owner follows from it. */
export function newPictureName(): string {
  return randomBytes(16).toString('hex')
}

/** Stores a picture, encrypted with a new key. Returns the key, sealed. Without it the bytes cannot be read. */
export async function storeCardPicture(
  { pictures: { files }, card_box }: CardFiles,
  name: string,
  bytes: Uint8Array,
): Promise<Buffer> {
  const key = randomBytes(32)
  try {
    await files.put(keyOf(name), sealBytes(key, bytes, labelOf(name)))
  } catch (error) {
    throw filesProblem(error)
  }
  return card_box.seal(key.toString('hex'), labelOf(name))
}

/** The picture. Null: the file is gone, or the key is not the one that sealed it. */
export async function openCardPicture(
  { pictures: { files }, card_box }: CardFiles,
  { name, sealed_key }: { name: string; sealed_key: Buffer },
): Promise<Buffer | null> {
  const key = card_box.open(sealed_key, labelOf(name))
  if (key === null) return null
  try {
    const sealed = await files.get(keyOf(name))
    return sealed === null ? null : openBytes(Buffer.from(key, 'hex'), sealed, labelOf(name))
  } catch (error) {
    throw filesProblem(error)
  }
}

export async function removeCardPicture(
  { pictures: { files } }: CardFiles,
  name: string,
): Promise<void> {
  await files.remove(keyOf(name))
}

/** Two letters of the name keep folders small. */
function keyOf(name: string): string {
  return `cards/${name.slice(0, 2)}/${name}.sealed`
}

function labelOf(name: string): string {
  return `card picture ${name}`
}
