import { join } from 'node:path'
import type { FileStore } from '#platform/files/files-port.ts'
import { folderFiles } from '#platform/files/folder-files.ts'
import { type S3Settings, s3Files } from '#platform/files/s3-files.ts'

interface FilesConfig {
  data_dir: string
  s3: S3Settings | null
}

/** The files that a backup takes along. Null: they are in a bucket, which has copies of its own. */
export function filesOnDisk({ data_dir, s3 }: FilesConfig): FileStore | null {
  return s3 === null ? folderFiles(join(data_dir, 'files')) : null
}

/** Opens the store of files: the bucket if one is set, else a folder of the data folder. */
export function openFileStore(config: FilesConfig): FileStore {
  return config.s3 === null ? folderFiles(join(config.data_dir, 'files')) : s3Files(config.s3)
}
