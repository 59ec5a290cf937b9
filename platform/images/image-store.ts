import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createSizedLru } from '#platform/cache/sized-lru.ts'
import type { Log } from '#platform/observe/log.ts'

export interface ImageStoreOptions {
  folder: string
  /** Bound of the folder; when it is passed the files that were not asked for longest go. */
  disk_bytes: number
  memory_bytes: number
  log: Log
}

/** Pictures that were made: in memory, behind it on disk, where they survive a restart. */
export interface ImageStore {
  get: (key: string) => Promise<Buffer | null>
  put: (key: string, bytes: Buffer) => Promise<void>
}

const day_ms = 86_400_000

/** Several processes may share the folder: a file appears whole or not at all. */
export function imageStore({
  folder,
  disk_bytes,
  memory_bytes,
  log,
}: ImageStoreOptions): ImageStore {
  const memory = createSizedLru<Buffer>({ max_size: memory_bytes })
  const room = diskRoom(folder, disk_bytes)
  let has_complained = false
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
        await room.took(bytes.length)
      } catch (error) {
        // A full disk makes pictures slower, never fewer.
        if (!has_complained) log.warn({ err: error, folder }, 'a picture could not be stored')
        has_complained = true
      }
    },
  }
}

async function readWhole(file: string): Promise<Buffer | null> {
  try {
    const bytes = await readFile(file)
    // Power may have gone before the bytes reached the disk.
    if (bytes.length === 0) return null
    void touch(file)
    return bytes
  } catch {
    return null
  }
}

/** The time of change says when it was last asked for, to the day. */
async function touch(file: string): Promise<void> {
  try {
    const now = new Date()
    const { mtimeMs } = await stat(file)
    if (now.getTime() - mtimeMs > day_ms) await utimes(file, now, now)
  } catch {
    // Cleaned away meanwhile.
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

/** Adds up what the folder holds and makes room down to four fifths when it is too much. */
function diskRoom(folder: string, most: number) {
  let used: Promise<number> | null = null
  return {
    took: async (bytes: number) => {
      used = used === null ? sizeOf(folder) : used.then((before) => before + bytes)
      try {
        if ((await used) <= most) return
        used = clean(folder, most * 0.8)
        await used
      } catch (error) {
        // Counted anew next time: a bound that failed once must not be gone.
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
  const found = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = join(parentPath, name)
      const known = await stat(file).catch(() => null)
      return known === null ? [] : [{ file, size: known.size, mtimeMs: known.mtimeMs }]
    }),
  )
  return found.flat()
}
