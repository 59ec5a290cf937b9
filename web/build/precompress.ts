import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Compresses assets once at build time (gzip and Brotli), so that they are not compressed per request. */
export function precompress(out_dir: string): Plugin {
  return {
    name: 'tiem-precompress',
    apply: 'build',
    writeBundle() {
      const folder = join(out_dir, 'assets')
      for (const name of readdirSync(folder).filter((file) => /\.(js|css|svg)$/.test(file))) {
        const bytes = readFileSync(join(folder, name))
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes))
      }
    },
  }
}
