import { createRequire } from 'node:module'

type Reader = (rgba: Uint8ClampedArray, width: number, height: number) => { data: string } | null

// The library's types declare a default export that its file does not have.
const jsqr = createRequire(import.meta.url)('jsqr') as Reader

/** Reads a QR code with an independent library; returns null when it finds none. */
export function readQrPicture(rgba: Uint8ClampedArray, width: number, height: number) {
  return jsqr(rgba, width, height)?.data ?? null
}
