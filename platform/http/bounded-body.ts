/** Reads the body of an answer as text. Throws a RangeError if it is longer than `max_bytes`. */
export async function boundedText(response: Response, max_bytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > max_bytes) throw new RangeError(`more than ${max_bytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
