/*
 * Texts of files that other programs wrote: UTF-8 or UTF-16, with a byte order mark or without, as
 * Windows and spreadsheets save them.
 */

type Decoder = InstanceType<typeof TextDecoder>

/**
 * Decodes a file piece by piece, without its byte order mark. Throws an Error in words where its bytes are
 * neither UTF-8 nor UTF-16: a wrong letter would be somebody's name.
 */
export async function* decodePieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: Decoder | undefined
  for await (const piece of pieces) {
    decoder ??= decoderOf(piece)
    yield read(decoder, piece)
  }
  if (decoder) yield read(decoder)
}

/** The same for a whole file. */
export function decodeText(bytes: Uint8Array): string {
  const decoder = decoderOf(bytes)
  return read(decoder, bytes) + read(decoder)
}

function read(decoder: Decoder, piece?: Uint8Array): string {
  try {
    return decoder.decode(piece, { stream: piece !== undefined })
  } catch (error) {
    throw new Error('it is neither UTF-8 nor UTF-16', { cause: error })
  }
}

function decoderOf([first, second]: Uint8Array): Decoder {
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0)
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0)
  const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding, { fatal: true })
}
