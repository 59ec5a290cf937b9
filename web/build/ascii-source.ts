import type { Plugin } from 'vite'

/**
 * Writes each letter beyond ASCII as its escape (`ạ` as `\u1ea1`): V8 keeps the text of a module as long as it runs, with
 * two bytes for every letter if one of them is Vietnamese (decision 339). Strings, templates, patterns and names mean
 * the same with escapes. Only `String.raw` sees them: use none with such letters.
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

/** The same program in ASCII. */
export function inAscii(code: string): string {
  return code.replaceAll(/[^\0-\x7f]/g, escaped)
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
