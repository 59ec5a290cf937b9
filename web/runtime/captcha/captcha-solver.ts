import { fetchData } from '#web/runtime/on-demand.ts'

/** A proof takes 256 guesses on average, at most 1 ms each. After a minute something is wrong. */
const limit_ms = 60_000

/** Computes a proof of work in a worker. Returns the text that a form sends as its captcha response. */
export async function solveChallenge(): Promise<string> {
  const challenge = await fetchData<unknown>('/api/captcha/challenge')
  const worker = new Worker(new URL('./captcha-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await answerOf(worker, challenge)
  } finally {
    worker.terminate()
  }
}

function answerOf(worker: Worker, challenge: unknown): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') resolve(data)
    else reject(new TypeError('the proof could not be computed'))
  })
  worker.addEventListener('error', () => reject(new TypeError('the worker did not start')))
  setTimeout(() => reject(new TypeError('the proof took too long')), limit_ms)
  worker.postMessage(challenge)
  return promise
}
