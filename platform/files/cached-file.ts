import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

interface Wanted {
  lasts_ms: number
  /** Milliseconds since 1970: a file that was begun until then is written again. */
  expiredAt: () => number
  write: () => AsyncIterable<string>
}

/**
 * Returns the path of a file that is written at first use, and again when it is older than `lasts_ms` or expired. It
 * is written once for all concurrent requests, and readers never see an incomplete file. If writing a newer one
 * fails, the old one is used.
 */
function cachedFile(path: string, { lasts_ms, expiredAt, write }: Wanted): () => Promise<string> {
  let making: Promise<void> | null = null
  return async () => {
    for (let attempt = 1; attempt <= max_attempts; attempt++) {
      const begun_at = await begunAt(path)
      const is_fresh = Date.now() - begun_at < lasts_ms && begun_at > expiredAt()
      if (is_fresh) return path
      making ??= make(path, write).finally(() => {
        making = null
      })
      try {
        await making
      } catch (error) {
        if (begun_at === -Infinity) throw error
        return path
      }
    }
    return path
  }
}

/** A file that expires while it is written is written once more. */
const max_attempts = 2

/** Cached files of one folder, by name. All of them expire together, and when the process starts. */
export function cachedFiles(folder: string, lasts_ms: number) {
  let expired_at = Date.now()
  return {
    file: (name: string, write: () => AsyncIterable<string>) =>
      cachedFile(join(folder, name), { lasts_ms, expiredAt: () => expired_at, write }),
    expire: () => {
      expired_at = Date.now()
    },
  }
}

/** Writes a file. Its time is when the writing began: what changes meanwhile may be missing in it. */
async function make(path: string, write: () => AsyncIterable<string>): Promise<void> {
  const begun = new Date()
  await mkdir(dirname(path), { recursive: true })
  const unfinished = `${path}.${process.pid}.part`
  try {
    await pipeline(Readable.from(write()), createWriteStream(unfinished))
    await utimes(unfinished, begun, begun)
    await rename(unfinished, path)
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function begunAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs
  } catch {
    return -Infinity
  }
}
