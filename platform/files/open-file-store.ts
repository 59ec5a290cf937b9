import { join } from 'node:path'
import type { FileStore } from '#platform/files/file-store.ts'
import { folderStore } from '#platform/files/folder-store.ts'
import { type S3Settings, s3Store } from '#platform/files/s3-store.ts'

/** The folder of stored files in the data folder. */
export function storedFilesFolder(data_dir: string): string {
  return join(data_dir, 'files')
}

/** Opens the store of files: the bucket if one is set, else a folder of the data folder. */
export function openFileStore(config: { data_dir: string; s3: S3Settings | null }): FileStore {
  return config.s3 === null ? folderStore(storedFilesFolder(config.data_dir)) : s3Store(config.s3)
}
