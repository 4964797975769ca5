/** Has the browser save a file, as it does with a download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Some browsers begin to read it later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
