import { createRequire } from 'node:module'

type Reader = (rgba: Uint8ClampedArray, width: number, height: number) => { data: string } | null

// The library's types name a default that its file does not have.
const jsqr = createRequire(import.meta.url)('jsqr') as Reader

/** What an independent reader sees in a picture, or null when it finds no code. */
export function readQrPicture(rgba: Uint8ClampedArray, width: number, height: number) {
  return jsqr(rgba, width, height)?.data ?? null
}
