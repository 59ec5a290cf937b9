import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'

/** Generated files and folders. */
const generated = new Set(['.git', 'node_modules', 'dist', 'data', 'screenshots', '.DS_Store'])

/** The entries of the project's root. */
export const entries = readdirSync('.').filter(
  (name) => !generated.has(name) && !name.endsWith('.log'),
)

/** Every file and folder of the project. */
export const paths = entries.flatMap((entry) => [entry, ...under(entry)])

export const sources = paths.filter((path) => ['.ts', '.tsx', '.mjs'].includes(extname(path)))

/** The text of each source. */
export const texts = new Map(sources.map((path) => [path, readFileSync(path, 'utf8')]))

export function isTest(path: string): boolean {
  return path.startsWith('test/') || /\.(test|soak)\.tsx?$/.test(path)
}

export function linesOf(text: string): number {
  return text.split('\n').length - 1
}

/** The smallest number that at least this share of the numbers does not exceed. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? 0
}

function under(entry: string): string[] {
  if (!statSync(entry).isDirectory()) return []
  return readdirSync(entry, { withFileTypes: true, recursive: true }).map((entry_below) =>
    join(entry_below.parentPath, entry_below.name),
  )
}
