/** Where the files of uploads are kept. Every method throws when the storage cannot be used. */
export interface UploadStorage {
  /** Keeps a file; one of the same name is replaced. */
  readonly write: (deployment: string, file: string, bytes: Uint8Array) => Promise<void>
  /** The file; null when there is none. */
  readonly read: (deployment: string, file: string) => Promise<Uint8Array | null>
  /** Deletes a file; one that is not there counts as deleted. */
  readonly remove: (deployment: string, file: string) => Promise<void>
}
