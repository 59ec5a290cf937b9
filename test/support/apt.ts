import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs packages with apt-get when running as root on Debian; returns whether that succeeded. */
export function installPackages(...names: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing ${names.join(', ')} with apt-get …`)
  return apt('update') && apt('install', '-y', '--no-install-recommends', ...names)
}

function apt(...args: string[]): boolean {
  const quiet = ['-qq', '-o', 'Dpkg::Use-Pty=0']
  const { status } = spawnSync(
    'env',
    ['DEBIAN_FRONTEND=noninteractive', 'apt-get', ...quiet, ...args],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  return status === 0
}
