/** The bytes of a file as base64, without holding up the page. Throws when it cannot be read. */
export function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      // An empty file has no part after the comma.
      resolve(String(reader.result).split(',', 2)[1] ?? '')
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('No file.')))
    reader.readAsDataURL(file)
  })
}
