import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackages } from '#test/support/apt.ts'

interface Message {
  type: 'error' | 'info' | 'non-document-error'
  url?: string
  message: string
  extract?: string
}

const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')

export const missing_java =
  'The HTML checker needs Java and none was found: install a runtime (Debian: apt-get install default-jre-headless).'

export function findJava(): boolean {
  return spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0
}

export function installJava(): boolean {
  return installPackages('default-jre-headless') && findJava()
}

/** Returns the errors that the Nu HTML Checker finds, one line each with the document's name. */
export async function htmlErrors(documents: Readonly<Record<string, string>>): Promise<string[]> {
  if (!findJava()) throw new ReferenceError(missing_java)
  const folder = mkdtempSync(join(tmpdir(), 'tiem-html-'))
  try {
    const files = Object.entries(documents).map(([name, html]) => {
      const file = join(folder, `${name.replace(/[^\w-]+/g, '_')}.html`)
      writeFileSync(file, html)
      return file
    })
    const { messages } = JSON.parse(await check(files)) as { messages: Message[] }
    return messages
      .filter(({ type }) => type !== 'info')
      .map(({ url, message, extract }) => `${url?.split('/').at(-1)}: ${message} ${extract ?? ''}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs the checker: it writes its messages as JSON to stdout and always exits with 0. */
function check(files: string[]): Promise<string> {
  const args = ['-Xss1m', '-jar', jar, '--format', 'json', '--stdout', '--exit-zero-always']
  return new Promise((resolve, reject) => {
    execFile('java', [...args, ...files], { maxBuffer: 64 * 2 ** 20 }, (error, stdout) => {
      if (error) reject(error)
      else resolve(stdout)
    })
  })
}
