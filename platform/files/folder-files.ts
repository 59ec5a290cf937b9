import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import {
  type FileStore,
  FileStoreError,
  isFileKey,
  requireFileKey,
} from '#platform/files/files-port.ts'

/** Stores files in a folder of this machine. Several processes may share it. */
export function folderFiles(folder: string): FileStore {
  const pathOf = (key: string) => {
    requireFileKey(key)
    return join(folder, ...key.split('/'))
  }
  return {
    put: async (key, bytes) => {
      const path = pathOf(key)
      try {
        await writeWhole(path, bytes)
      } catch (error) {
        throw new FileStoreError(`the file ${path} cannot be written`, { cause: error })
      }
    },
    get: async (key) => {
      const path = pathOf(key)
      try {
        return await readFile(path)
      } catch (error) {
        if (isAbsent(error)) return null
        throw new FileStoreError(`the file ${path} cannot be read`, { cause: error })
      }
    },
    remove: async (key) => {
      const path = pathOf(key)
      try {
        await rm(path, { force: true })
      } catch (error) {
        throw new FileStoreError(`the file ${path} cannot be removed`, { cause: error })
      }
    },
    list: (prefix) => keysIn(folder, prefix),
  }
}

/** A file appears complete under its name or not at all, also if the machine loses power. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}_part`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Drafts of a killed process have no name of a file, so they are left out. */
async function* keysIn(folder: string, prefix: string): AsyncGenerator<string> {
  let entries
  try {
    entries = await readdir(folder, { recursive: true, withFileTypes: true })
  } catch (error) {
    if (isAbsent(error)) return
    throw new FileStoreError(`the folder ${folder} cannot be read`, { cause: error })
  }
  for (const entry of entries) {
    const key = relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/')
    if (entry.isFile() && isFileKey(key) && key.startsWith(prefix)) yield key
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
