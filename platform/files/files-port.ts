/**
 * Stores files by key: on the disk (folder-files.ts) or in a bucket (s3-files.ts). A key names its content, mostly by
 * a hash, so writing a file again changes nothing. Every call throws FileStoreError if the store does not work.
 */
export interface FileStore {
  /** Stores the file. When the call returns, the file survives a crash. */
  put: (key: string, bytes: Uint8Array) => Promise<void>
  /** Null: there is no such file. */
  get: (key: string) => Promise<Buffer | null>
  /** Removes the file if it is there. */
  remove: (key: string) => Promise<void>
  /** All keys that begin with `prefix`, in any sequence. */
  list: (prefix: string) => AsyncIterable<string>
}

/** The store of files does not work: the disk is full, or the bucket does not answer. */
export class FileStoreError extends Error {
  override readonly name = 'FileStoreError'
}

const key_form = /^[a-z0-9]+(?:[-./][a-z0-9]+)*$/

/** Whether a store may be asked for this key: names of small letters and digits, separated by `/`, `-` or a dot. */
export function isFileKey(key: string): boolean {
  return key.length <= 200 && key_form.test(key)
}

/** Throws RangeError for a key that could name something outside of the store. */
export function requireFileKey(key: string): void {
  if (!isFileKey(key)) throw new RangeError(`${key} is no key of a stored file`)
}
