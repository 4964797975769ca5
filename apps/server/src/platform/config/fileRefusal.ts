/** By the codes of the operating system and of Node.js. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this process may not use it: check the owner and the mode',
  EPERM: 'this process may not use it: check the owner and the mode',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  ENOENT: 'there is no such file or folder',
  EEXIST: 'a file has the place of a folder',
  ENOTDIR: 'a part of this path is not a folder',
  EISDIR: 'it is a folder',
  EMFILE: 'too many files are open: raise the limit of the process',
}

/**
 * The reason that a process cannot use a file that it needs, in a sentence for operators; null for
 * any other error, of which the stack is needed.
 */
export function fileRefusal(error: unknown): string | null {
  const { code, path, message } = (error ?? {}) as NodeJS.ErrnoException
  if (code === 'ERR_MODULE_NOT_FOUND')
    return `${message}. Install the packages of this version again.`
  const reason = reasons[String(code)]
  return reason === undefined || path === undefined ? null : `${path}: ${reason}.`
}
