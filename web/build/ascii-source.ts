import type { Plugin } from 'vite'

/**
 * Writes each letter beyond ASCII as its escape (`ạ` as `\u1ea1`): V8 keeps the text of a module as long as it runs,
 * with two bytes for every letter if one of them is Vietnamese (decision 339). Strings, templates, patterns and names
 * mean the same with escapes. Only `String.raw` sees them: with such letters the build fails.
 */
export function asciiSource(): Plugin {
  return {
    name: 'tiem-ascii-source',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = inAscii(file.code)
      }
    },
  }
}

/** A template with such a letter, whose tag sees it as it is written. */
const raw_letter = /\.raw`(?:[^`\\]|\\.)*?[^\0-\x7f]/s

/** The same program in ASCII. */
export function inAscii(code: string): string {
  const [raw] = raw_letter.exec(code) ?? []
  if (raw !== undefined) throw new Error(`String.raw would see escapes: ${raw.slice(0, 200)}`)
  return code.replaceAll(/(\\*)([^\0-\x7f])/g, escaped)
}

/** A backslash that only stands before the letter goes: it would take the escape's own backslash for a letter. */
function escaped(_all: string, slashes: string, unit: string): string {
  const pairs = slashes.slice(slashes.length % 2)
  return `${pairs}\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
