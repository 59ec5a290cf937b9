import { readdirSync, readFileSync } from 'node:fs'
import { BenchFailure } from '#test/bench/knock.ts'

/** Memory of processes in MiB, shared pages divided among those who share them (PSS, Linux). */
export function memoryOf(pids: number[]): number {
  const kib = pids.reduce((sum, pid) => {
    const found = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
    if (!found) throw new BenchFailure(`no PSS of process ${pid}`)
    return sum + Number(found[1])
  }, 0)
  return kib / 1_024
}

/** A database's server processes: the one of its postmaster.pid and all it started. */
export function databaseProcesses(data: string): number[] {
  const main = Number(readFileSync(`${data}/postmaster.pid`, 'utf8').split('\n')[0])
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === main)
    .map(Number)
  return [main, ...children]
}

function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}
