import { fetchData } from '#web/runtime/on-demand.ts'

/** A guess a millisecond at worst, 256 on average: more than a minute is a machine in trouble. */
const limit_ms = 60_000

/** Works out a proof beside the page: what a form sends as its captcha. */
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
    else reject(new TypeError('the proof could not be worked out'))
  })
  worker.addEventListener('error', () => reject(new TypeError('the worker did not start')))
  setTimeout(() => reject(new TypeError('the proof took too long')), limit_ms)
  worker.postMessage(challenge)
  return promise
}
