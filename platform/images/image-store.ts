import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createSizedLru } from '#platform/cache/sized-lru.ts'
import type { Log } from '#platform/observe/log.ts'

interface ImageStoreOptions {
  folder: string
  /** Size limit of the folder. Above it the least recently used files are deleted. */
  disk_bytes: number
  memory_bytes: number
  log: Log
}

/** Stores encoded pictures in memory and on disk, where they survive a restart. */
export interface ImageStore {
  get: (key: string) => Promise<Buffer | null>
  put: (key: string, bytes: Buffer) => Promise<void>
}

const day_ms = 86_400_000

/** Several processes may share the folder: a file is written completely or not at all. */
export function imageStore({
  folder,
  disk_bytes,
  memory_bytes,
  log,
}: ImageStoreOptions): ImageStore {
  const memory = createSizedLru<Buffer>({ max_size: memory_bytes })
  const disk_limit = diskLimit(folder, disk_bytes)
  let has_warned = false
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key)
  return {
    get: async (key) => {
      const in_memory = memory.peek(key)
      if (in_memory !== undefined) {
        memory.touch(key)
        return in_memory
      }
      const bytes = await readWhole(pathOf(key))
      if (bytes !== null) memory.set(key, bytes, bytes.length)
      return bytes
    },
    put: async (key, bytes) => {
      memory.set(key, bytes, bytes.length)
      try {
        await writeWhole(pathOf(key), bytes)
        await disk_limit.added(bytes.length)
      } catch (error) {
        // A full disk only makes pictures slower.
        if (!has_warned) log.warn({ err: error, folder }, 'a picture could not be stored')
        has_warned = true
      }
    },
  }
}

async function readWhole(file: string): Promise<Buffer | null> {
  try {
    const bytes = await readFile(file)
    // After a power failure the file may be empty.
    if (bytes.length === 0) return null
    void touch(file)
    return bytes
  } catch {
    return null
  }
}

/** The modification time records the last use, to the day. */
async function touch(file: string): Promise<void> {
  try {
    const now = new Date()
    const { mtimeMs } = await stat(file)
    if (now.getTime() - mtimeMs > day_ms) await utimes(file, now, now)
  } catch {
    // The file was deleted meanwhile.
  }
}

async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(draft, bytes)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Counts the bytes of the folder. Above the limit it deletes files down to four fifths of the limit. */
function diskLimit(folder: string, max: number) {
  let used: Promise<number> | null = null
  return {
    added: async (bytes: number) => {
      used = used === null ? sizeOf(folder) : used.then((before) => before + bytes)
      try {
        if ((await used) <= max) return
        used = clean(folder, max * 0.8)
        await used
      } catch (error) {
        // Counted again next time: one failure must not disable the limit.
        used = null
        throw error
      }
    },
  }
}

async function sizeOf(folder: string): Promise<number> {
  return (await filesOf(folder)).reduce((sum, { size }) => sum + size, 0)
}

async function clean(folder: string, target: number): Promise<number> {
  const files = (await filesOf(folder)).sort((a, b) => a.mtimeMs - b.mtimeMs)
  let used = files.reduce((sum, { size }) => sum + size, 0)
  for (const { file, size } of files) {
    if (used <= target) break
    await rm(file, { force: true })
    used -= size
  }
  return used
}

async function filesOf(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const stats = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = join(parentPath, name)
      const stats_of_file = await stat(file).catch(() => null)
      return stats_of_file === null
        ? []
        : [{ file, size: stats_of_file.size, mtimeMs: stats_of_file.mtimeMs }]
    }),
  )
  return stats.flat()
}
