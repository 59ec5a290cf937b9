/** Raster formats that the decoder accepts. SVG and all other files are refused before. */
type RasterType = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'

/** Detected by the first bytes, whatever the name or the header says. */
export function rasterTypeOf(bytes: Buffer): RasterType | null {
  const ascii = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (bytes.length < 16) return null
  if (ascii(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp'
  if (ascii(4, 8) === 'ftyp' && /^avi[fs]$/.test(ascii(8, 12))) return 'avif'
  return /^GIF8[79]a$/.test(ascii(0, 6)) ? 'gif' : null
}
