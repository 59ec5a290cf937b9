import { encode } from 'uqr'

/** Four light modules around the code: without them some cameras do not find it (ISO 18004). */
const quiet_zone = 4

/**
 * Draws a QR code as an SVG and returns it as a data: URL for an `<img>`. Error correction M, as in bank
 * apps.
 */
export function qrPictureUrl(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: quiet_zone })
  const path = data.flatMap((row, y) => runs(row).map(([x, n]) => `M${x} ${y}h${n}v1h-${n}z`))
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path.join('')}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Returns the runs of dark modules in a row: start and length. */
function runs(row: readonly boolean[]): [number, number][] {
  const dark_runs: [number, number][] = []
  for (const [x, is_dark] of row.entries()) {
    const last = dark_runs.at(-1)
    if (is_dark && last && last[0] + last[1] === x) last[1] += 1
    else if (is_dark) dark_runs.push([x, 1])
  }
  return dark_runs
}
