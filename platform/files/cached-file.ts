import { createWriteStream } from 'node:fs'
import { mkdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * A file that is made when it is first asked for and made anew when it is older than `lasts_ms`. However
 * many ask, one makes it; who reads never sees half of it. While a newer one cannot be made, the old one stands.
 */
export function cachedFile(
  path: string,
  { lasts_ms, write }: { lasts_ms: number; write: () => AsyncIterable<string> },
): () => Promise<string> {
  let making: Promise<void> | null = null
  return async () => {
    const age = await ageOf(path)
    if (age < lasts_ms) return path
    making ??= make(path, write).finally(() => {
      making = null
    })
    try {
      await making
    } catch (error) {
      if (age === Infinity) throw error
    }
    return path
  }
}

/** Cached files of one folder, by their names. */
export function cachedFiles(folder: string, lasts_ms: number) {
  return (name: string, write: () => AsyncIterable<string>) =>
    cachedFile(join(folder, name), { lasts_ms, write })
}

async function make(path: string, write: () => AsyncIterable<string>): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const unfinished = `${path}.${process.pid}.part`
  await pipeline(Readable.from(write()), createWriteStream(unfinished))
  await rename(unfinished, path)
}

async function ageOf(path: string): Promise<number> {
  try {
    return Date.now() - (await stat(path)).mtimeMs
  } catch {
    return Infinity
  }
}
